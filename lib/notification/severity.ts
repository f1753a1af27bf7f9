import type { MessageEvent } from './message.ts'

export type Severity = 'info' | 'warning' | 'critical'

/** How loud an event is; also the message attribute that subscriptions filter by. */
export const SEVERITY: Readonly<Record<MessageEvent, Severity>> = {
  opened: 'warning',
  reopened: 'warning',
  proposed: 'warning',
  acted: 'info',
  escalated: 'critical',
  warned: 'info',
  recovered: 'info',
}
