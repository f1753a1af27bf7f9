// Only what the handler of this name is built from, and nothing done with it.
export { Logger } from '@aws-lambda-powertools/logger'
export { injectLambdaContext } from '@aws-lambda-powertools/logger/middleware'
export { CloudWatchClient, paginateDescribeAlarms } from '@aws-sdk/client-cloudwatch'
export { SendMessageBatchCommand, SQSClient } from '@aws-sdk/client-sqs'
export { default as middy } from '@middy/core'
