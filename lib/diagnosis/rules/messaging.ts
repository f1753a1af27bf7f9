import { anyOf, type Rule } from './rule.ts'

/** Message queues: JMS, IBM MQ, RabbitMQ. */
export const MESSAGING: readonly Rule[] = [
  {
    id: 'jms-client-id-taken',
    kind: 'source-busy',
    source:
      'https://jakarta.ee/specifications/messaging/3.1/apidocs/jakarta.messaging/jakarta/jms/invalidclientidexception',
    message: anyOf(/InvalidClientIDException/i, /client(?: ?ID)?\b[^\n]{0,100}already (?:connected|in use)/i),
    example:
      'javax.jms.InvalidClientIDException: Broker: mq - Client: orders already connected from tcp://10.0.0.1:61616',
  },
  {
    id: 'ibm-mq-object-in-use',
    kind: 'source-busy',
    source: 'https://www.ibm.com/docs/en/ibm-mq/9.4?topic=codes-2042-07fa-rc2042-mqrc-object-in-use',
    message: /MQRC_OBJECT_IN_USE/i,
    example:
      "com.ibm.mq.MQException: JMSCMQ0001: IBM MQ call failed with compcode '2' ('MQCC_FAILED') reason '2042' ('MQRC_OBJECT_IN_USE').",
  },
  {
    id: 'rabbitmq-queue-locked',
    kind: 'source-busy',
    source: 'https://www.rabbitmq.com/docs/queues#exclusive-queues',
    message: anyOf(/RESOURCE_LOCKED/i, /queue in exclusive use/i),
    example:
      "com.rabbitmq.client.ShutdownSignalException: channel error; protocol method: #method<channel.close>(reply-code=405, reply-text=RESOURCE_LOCKED - cannot obtain exclusive access to locked queue 'orders' in vhost '/')",
  },
]
