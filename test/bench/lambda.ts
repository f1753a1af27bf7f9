/** The environment that handlers find; nothing is behind it. */
export const LAMBDA = {
  AWS_REGION: 'eu-central-1',
  QUEUE_URL: 'https://sqs.eu-central-1.amazonaws.com/123456789012/bench.fifo',
  TABLE_NAME: 'bench',
  TOPIC_ARN: 'arn:aws:sns:eu-central-1:123456789012:bench',
  POWERTOOLS_METRICS_NAMESPACE: 'bench',
  POWERTOOLS_SERVICE_NAME: 'bench',
}
