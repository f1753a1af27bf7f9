import type { JsonObject } from '../../lib/util/json.ts'
import { Failures, ServiceError } from './service-error.ts'

export interface Alarm {
  readonly AlarmName: string
  readonly AlarmArn: string
  readonly StateValue: 'OK' | 'ALARM' | 'INSUFFICIENT_DATA'
  readonly StateReason?: string
  readonly Namespace?: string
  readonly MetricName?: string
  readonly Dimensions?: readonly { readonly Name: string; readonly Value: string }[]
}

/** Amazon CloudWatch, as far as DescribeAlarms goes. */
export class CloudWatch {
  readonly failures = new Failures()
  /** What there is to describe; to be changed at will. */
  alarms: readonly Alarm[] = []

  handle(operation: string, request: JsonObject): JsonObject {
    this.failures.throwNext()
    if (operation !== 'DescribeAlarms') {
      throw new ServiceError('UnknownOperationException', `The sandbox has no ${operation}`)
    }
    const { AlarmNames: names, AlarmNamePrefix: prefix, StateValue: state } = request
    return {
      CompositeAlarms: [],
      MetricAlarms: this.alarms.filter(
        (alarm) =>
          (!Array.isArray(names) || names.includes(alarm.AlarmName)) &&
          (typeof prefix !== 'string' || alarm.AlarmName.startsWith(prefix)) &&
          (state === undefined || state === alarm.StateValue),
      ),
    }
  }
}
