// Java stack traces as Kafka Connect 4.4.0 on Java 17 writes them into the status of a task.

const THREAD = `	at org.apache.kafka.connect.runtime.WorkerSinkTask.poll(WorkerSinkTask.java:359)
	at org.apache.kafka.connect.runtime.WorkerSinkTask.iteration(WorkerSinkTask.java:261)
	at org.apache.kafka.connect.runtime.WorkerSinkTask.execute(WorkerSinkTask.java:225)
	at org.apache.kafka.connect.runtime.WorkerTask.doRun(WorkerTask.java:243)
	at org.apache.kafka.connect.runtime.WorkerTask.run(WorkerTask.java:298)
	at org.apache.kafka.connect.runtime.isolation.Plugins.lambda$withClassLoader$0(Plugins.java:252)
	at java.base/java.util.concurrent.Executors$RunnableAdapter.call(Executors.java:539)
	at java.base/java.util.concurrent.FutureTask.run(FutureTask.java:264)
	at java.base/java.util.concurrent.ThreadPoolExecutor.runWorker(ThreadPoolExecutor.java:1136)
	at java.base/java.util.concurrent.ThreadPoolExecutor$Worker.run(ThreadPoolExecutor.java:635)
	at java.base/java.lang.Thread.run(Thread.java:840)
`

const EXITING = `org.apache.kafka.connect.errors.ConnectException: Exiting WorkerSinkTask due to unrecoverable exception.
	at org.apache.kafka.connect.runtime.WorkerSinkTask.deliverMessages(WorkerSinkTask.java:658)
${THREAD}`

const BUFFER_FRAMES = `	at java.base/java.nio.HeapByteBuffer.<init>(HeapByteBuffer.java:64)
	at java.base/java.nio.ByteBuffer.allocate(ByteBuffer.java:363)
`

const BELOW_PUT = `	at org.apache.kafka.connect.runtime.WorkerSinkTask.deliverMessages(WorkerSinkTask.java:628)
	at org.apache.kafka.connect.runtime.WorkerSinkTask.poll(WorkerSinkTask.java:359)
	at org.apache.kafka.connect.runtime.WorkerSinkTask.iteration(WorkerSinkTask.java:261)
	at org.apache.kafka.connect.runtime.WorkerSinkTask.execute(WorkerSinkTask.java:225)
	at org.apache.kafka.connect.runtime.WorkerTask.doRun(WorkerTask.java:243)
	at org.apache.kafka.connect.runtime.WorkerTask.run(WorkerTask.java:298)
	at org.apache.kafka.connect.runtime.isolation.Plugins.lambda$withClassLoader$0(Plugins.java:252)
	at org.apache.kafka.connect.runtime.isolation.Plugins$$Lambda$1033/0x00007fba20573680.run(Unknown Source)
	... 5 more
`

/** Java 17 fills in the frames of the first two OutOfMemoryErrors of a JVM's life only (measured). */
const ERRORS_WITH_FRAMES = 2

/**
 * put() ran out of heap when it opened a file. `frames` are those of the connector; `errors` counts the
 * OutOfMemoryErrors of this JVM so far, this one included.
 */
export function outOfMemory(frames: readonly string[], errors: number): string {
  const cause = 'Caused by: java.lang.OutOfMemoryError: Java heap space\n'
  if (errors > ERRORS_WITH_FRAMES) return EXITING + cause
  return `${EXITING}${cause}${BUFFER_FRAMES}${frames.map((frame) => `\tat ${frame}\n`).join('')}${BELOW_PUT}`
}

/** A record that the Avro converter can't read. */
export function badRecord(topic: string): string {
  return `org.apache.kafka.connect.errors.ConnectException: Tolerance exceeded in error handler
	at org.apache.kafka.connect.runtime.errors.RetryWithToleranceOperator.execAndHandleError(RetryWithToleranceOperator.java:260)
	at org.apache.kafka.connect.runtime.errors.RetryWithToleranceOperator.execute(RetryWithToleranceOperator.java:180)
	at org.apache.kafka.connect.runtime.WorkerSinkTask.convertAndTransformRecord(WorkerSinkTask.java:559)
	at org.apache.kafka.connect.runtime.WorkerSinkTask.convertMessages(WorkerSinkTask.java:513)
${THREAD}Caused by: org.apache.kafka.connect.errors.DataException: Failed to deserialize data for topic ${topic} to Avro: 
	at io.confluent.connect.avro.AvroConverter.toConnectData(AvroConverter.java:148)
	at org.apache.kafka.connect.storage.Converter.toConnectData(Converter.java:88)
	at org.apache.kafka.connect.runtime.errors.RetryWithToleranceOperator.execAndRetry(RetryWithToleranceOperator.java:208)
	... 15 more
Caused by: org.apache.kafka.common.errors.SerializationException: Unknown magic byte!
	at io.confluent.kafka.serializers.AbstractKafkaSchemaSerDe.getByteBuffer(AbstractKafkaSchemaSerDe.java:256)
	... 17 more
`
}

/** What the connector writes to can't be reached. */
export function connectionRefused(): string {
  return `${EXITING}Caused by: org.apache.kafka.connect.errors.ConnectException: org.postgresql.util.PSQLException: Connection to db.example:5432 refused. Check that the hostname and port are correct and that the postmaster is accepting TCP/IP connections.
	at io.confluent.connect.jdbc.util.CachedConnectionProvider.getConnection(CachedConnectionProvider.java:59)
	at io.confluent.connect.jdbc.sink.JdbcDbWriter.write(JdbcDbWriter.java:64)
	at io.confluent.connect.jdbc.sink.JdbcSinkTask.put(JdbcSinkTask.java:90)
	at org.apache.kafka.connect.runtime.WorkerSinkTask.deliverMessages(WorkerSinkTask.java:628)
	... 11 more
Caused by: java.net.ConnectException: Connection refused
	at java.base/sun.nio.ch.Net.pollConnect(Native Method)
	at java.base/sun.nio.ch.Net.pollConnectNow(Net.java:672)
	at java.base/java.net.Socket.connect(Socket.java:633)
	at org.postgresql.core.PGStream.createSocket(PGStream.java:243)
	... 23 more
`
}
