/** Characters of a trace of a connector with many layers. */
const LENGTH = 20_000

/** Heads of real traces, outermost first, of several kinds; `#` stands for what differs from failure to failure. */
const FAULTS: readonly (readonly string[])[] = [
  [
    'org.apache.kafka.connect.errors.ConnectException: Exiting WorkerSinkTask due to unrecoverable exception.',
    'io.confluent.connect.jdbc.sink.TableAlterOrCreateException: could not reach table orders_#',
    'java.net.ConnectException: Connection refused (attempt #)',
  ],
  [
    'org.apache.kafka.connect.errors.ConnectException: Tolerance exceeded in error handler',
    'org.apache.kafka.connect.errors.DataException: Failed to deserialize data for topic orders to Avro at offset #',
    'org.apache.kafka.common.errors.SerializationException: Unknown magic byte!',
  ],
  [
    'org.apache.kafka.connect.errors.ConnectException: Exiting WorkerSinkTask due to unrecoverable exception.',
    'com.amazonaws.services.s3.model.AmazonS3Exception: Access Denied (Status Code: 403; Request ID: #)',
  ],
  [
    'org.apache.kafka.connect.errors.ConnectException: Unrecoverable exception from producer send callback',
    'org.apache.kafka.common.errors.RecordTooLargeException: The message is # bytes when serialized',
  ],
  [
    'org.apache.kafka.connect.errors.ConnectException: com.example.acme.AcmeException: job # was lost',
    'com.example.acme.AcmeException: job # was lost',
    'java.lang.IllegalStateException: no such job: #',
  ],
]
const OUT_OF_MEMORY = [
  'org.apache.kafka.connect.errors.ConnectException: Exiting WorkerSinkTask due to unrecoverable exception, batch #.',
  'java.lang.OutOfMemoryError: Java heap space',
]

const FRAMES = [
  'org.apache.kafka.connect.runtime.WorkerSinkTask.deliverMessages(WorkerSinkTask.java:632)',
  'org.apache.kafka.connect.runtime.WorkerSinkTask.poll(WorkerSinkTask.java:350)',
  'org.apache.kafka.connect.runtime.WorkerSinkTask.iteration(WorkerSinkTask.java:250)',
  'org.apache.kafka.connect.runtime.WorkerTask.doRun(WorkerTask.java:226)',
  'org.apache.kafka.connect.runtime.isolation.Plugins.lambda$withClassLoader$7(Plugins.java:339)',
  'java.base/java.util.concurrent.ThreadPoolExecutor.runWorker(ThreadPoolExecutor.java:1136)',
  'java.base/jdk.internal.reflect.DirectMethodHandleAccessor.invoke(DirectMethodHandleAccessor.java:103)',
  'com.example.acme.client.internal.RetryingTransport.lambda$execute$3(RetryingTransport.java:214)',
]

/** A stack trace of 20 KB; no two of them are equal, and neighbours are of different kinds. */
export function trace(number: number, said = ''): string {
  const [outermost = '', ...others] = FAULTS[number % FAULTS.length] ?? OUT_OF_MEMORY
  return traceOf([`${outermost} ${said}`.trimEnd(), ...others], number)
}

export function outOfMemory(number: number): string {
  return traceOf(OUT_OF_MEMORY, number)
}

function traceOf(heads: readonly string[], number: number): string {
  return heads
    .map((head, depth) => {
      const first = `${depth === 0 ? '' : 'Caused by: '}${head.replaceAll('#', String(number))}`
      const frames: string[] = []
      for (let length = first.length; length < LENGTH / heads.length; ) {
        const frame = `\n\tat ${FRAMES[(frames.length * 5 + depth) % FRAMES.length]}`
        frames.push(frame)
        length += frame.length
      }
      return first + frames.join('')
    })
    .join('\n')
}
