import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { maskConfig, redact } from '../../../lib/util/redact.ts'

/** Secrets as people make them: no white space, quotes, `&`, `;` or angle brackets, which end a value that isn't quoted. */
const word = fc.stringMatching(/^[A-Za-z0-9!#$%()*+,./:=?@[\]^_{|}~-]{6,40}$/).map((text) => `s3${text}`)
/** In quotes everything is possible. */
const phrase = fc.string({ unit: 'binary', minLength: 6, maxLength: 40 }).map((text) => `s3 ${text}`)
const token = fc.stringMatching(/^[A-Za-z0-9_-]{20,80}$/)
const base64 = fc
  .uint8Array({ minLength: 40, maxLength: 60 })
  .map((bytes) => Buffer.from(bytes).toString('base64'))

const key = fc.constantFrom(
  'password',
  'db.password',
  'DB_PASSWORD',
  'passwd',
  'pwd',
  'passphrase',
  'ssl.key.password',
  'secret',
  'aws.secret.access.key',
  'awsSecretAccessKey',
  'clientSecret',
  'token',
  'auth-token',
  'session_token',
  'api_key',
  'apiKey',
  'x-api-key',
  'api.key',
  'basic.auth.user.info',
  'private.key',
  'AccountKey',
  'SharedAccessKey',
  'credentials',
)

/** Each form, with the secret planted in it. */
const FORMS: Readonly<Record<string, fc.Arbitrary<readonly [secret: string, text: string]>>> = {
  'user and password in a URL': fc
    .tuple(
      fc.constantFrom('https', 'mongodb+srv', 'jdbc:postgresql'),
      fc.stringMatching(/^[A-Za-z0-9!$%*+._~-]{6,30}$/),
    )
    .map(([scheme, secret]) => [secret, `${scheme}://user:${secret}@host:5432/db`]),
  'password with slashes in a URL': fc
    .stringMatching(/^[a-z][A-Za-z0-9!/?#@$*+._~-]{6,30}$/)
    .map((secret) => [secret, `https://user:${secret}@host/db`]),
  'Oracle thin URL': token.map((secret) => [secret, `jdbc:oracle:thin:scott/${secret}@//host:1521/orcl`]),
  'key=value': fc.tuple(key, word).map(([name, secret]) => [secret, `${name}=${secret}`]),
  'key: value': fc.tuple(key, word).map(([name, secret]) => [secret, `${name}: ${secret}`]),
  'Java map': fc.tuple(key, word).map(([name, secret]) => [secret, `{user=x, ${name}=${secret}, topics=a}`]),
  'parameters of a URL': fc
    .tuple(key, word)
    .map(([name, secret]) => [secret, `jdbc:mysql://host/db?user=u&${name}=${secret}&ssl=true`]),
  'parameters of SQL Server': fc
    .tuple(key, word)
    .map(([name, secret]) => [secret, `jdbc:sqlserver://host;user=u;${name}=${secret};encrypt=true`]),
  'quoted value': fc
    .tuple(key, fc.constantFrom('"', "'"), word)
    .map(([name, quote, secret]) => [secret, `${name} = ${quote}${secret}${quote}`]),
  JSON: fc
    .tuple(key, phrase)
    .map(([name, secret]) => [
      JSON.stringify(secret).slice(1, -1),
      JSON.stringify({ a: 1, [name]: secret, b: 2 }),
    ]),
  'JSON in JSON': fc.tuple(key, phrase).map(([name, secret]) => {
    const inner = JSON.stringify(JSON.stringify({ [name]: secret, b: 2 }))
    return [
      JSON.stringify(JSON.stringify(secret)).slice(3, -3),
      JSON.stringify({ message: JSON.parse(inner) }),
    ]
  }),
  'JAAS configuration': word.map((secret) => [
    secret,
    `sasl.jaas.config = org.example.PlainLoginModule required username="u" password="${secret}";`,
  ]),
  'JAAS module alone': word.map((secret) => [
    secret,
    `ScramLoginModule required username="u" password="${secret}";`,
  ]),
  'Basic header': base64.map((secret) => [secret, `Authorization: Basic ${secret}`]),
  'Bearer header in a map': token.map((secret) => [
    secret,
    `{Authorization=[Bearer ${secret}], Accept=[*/*]}`,
  ]),
  'header in JSON': token.map((secret) => [
    secret,
    JSON.stringify({ authorization: `Bearer ${secret}`, accept: '*/*' }),
  ]),
  'scheme alone': base64.map((secret) => [secret, `sent Basic ${secret} to the registry`]),
  'AWS key id': fc
    .stringMatching(/^[A-Z0-9]{16}$/)
    .map((id) => [`AKIA${id}`, `The key AKIA${id} is not known`]),
  'AWS session key id': fc.stringMatching(/^[A-Z0-9]{16}$/).map((id) => [`ASIA${id}`, `(ASIA${id})`]),
  'AWS secret key': fc
    .stringMatching(/^[A-Z][a-z][0-9][A-Za-z0-9/+]{37}$/)
    .map((secret) => [secret, `The keys are AKIAABCDEFGHIJKLMNOP, ${secret}.`]),
  JWT: fc
    .tuple(token, token)
    .map(([payload, signature]) => [payload, `with eyJhbGciOiJIUzI1NiJ9.${payload}.${signature} it failed`]),
  PEM: base64.map((secret) => [
    secret,
    `x -----BEGIN PRIVATE KEY-----\n${secret}\n-----END PRIVATE KEY----- y`,
  ]),
  'PEM that is cut': base64.map((secret) => [secret, `x -----BEGIN RSA PRIVATE KEY-----\n${secret}`]),
  'PEM in JSON': base64.map((secret) => [
    secret,
    JSON.stringify({ pem: `-----BEGIN EC PRIVATE KEY-----\n${secret}\n-----END EC PRIVATE KEY-----\n` }),
  ]),
  'key material': fc
    .stringMatching(/^[A-Z][a-z][0-9][A-Za-z0-9+]{30,60}={0,2}$/)
    .map((secret) => [secret, `storage.key=${secret}`]),
  'hex key': fc.stringMatching(/^[0-9a-f]{64}$/).map((secret) => [secret, `"key": "${secret}"`]),
  'Azure signature': token.map((secret) => [secret, `https://x.example/c?sv=2024&sig=${secret}%3D&se=1`]),
}

describe('free text', () => {
  describe('never keeps a secret', () => {
    test.each(Object.entries(FORMS))('%s', (_form, planted) => {
      const around = fc.constantFrom(
        ['', ''],
        ['java.lang.X: ', '\n\tat y'],
        ['("', '")'],
        ['{"m": "', '"}'],
        ['é ', ', z'],
      )
      fc.assert(
        fc.property(planted, around, ([secret, text], [before, after]) => {
          const clean = redact(`${before}${text}${after}`)
          expect(clean).not.toContain(secret)
          expect(clean).toContain('[hidden]')
        }),
      )
    })
  })

  test('is not changed by a second pass', () => {
    const planted = fc.oneof(...Object.values(FORMS)).map(([, text]) => text)
    fc.assert(
      fc.property(fc.array(fc.oneof(planted, fc.string())), (texts) => {
        const once = redact(texts.join('\n'))
        expect(redact(once)).toBe(once)
      }),
    )
  })

  test('loses the secret only', () => {
    const before =
      'jdbc:sqlserver://host;user=u;password=hunter2;encrypt=true {user=x, password=hunter2, topics=a}'
    expect(redact(before)).toBe(before.replaceAll('hunter2', '[hidden]'))
    expect(redact('{"a":1,"password":"a\\"b","c":2}')).toBe('{"a":1,"password":"[hidden]","c":2}')
    expect(redact('GET https://u:p@host:8083/x?y=z')).toBe('GET https://[hidden]@host:8083/x?y=z')
  })

  test.each([
    'java.lang.OutOfMemoryError: Java heap space\n\tat java.base/java.nio.HeapByteBuffer.<init>(HeapByteBuffer.java:64)',
    'org.apache.kafka.common.errors.TopicAuthorizationException: Not authorized to access topics: [orders]',
    'com.example.SecretsManagerException: Unable to load the value (Service: S3, Status Code: 403)',
    '[EnvironmentVariableCredentialsProvider: Unable to load AWS credentials from the environment]',
    '\tat org.example.TokenProvider.get(TokenProvider.java:45)',
    "Unrecognized token 'abc': was expecting JSON",
    'The security token included in the request is expired',
    'Basic authentication failed',
    'see https://host:8083/connectors/a@b and kafka://h1:9092,h2:9092',
    'jdbc:oracle:thin:@//host:1521/orcl',
    'java.lang.NoClassDefFoundError: software/amazon/awssdk/services/s3/S3Cli',
    'key=customer-42 partition=3 s3.object.key=topics/orders/partition=0/orders+0+0000000012.avro',
    `password=\${file:/etc/x.properties:db} and "password": "\${vault:kv/x:db}"`,
    '{"password":""} password=',
    '',
  ])('without a secret stays as it is: %j', (text) => {
    expect(redact(text)).toBe(text)
  })

  // Of 1 MB each: what is not linear does not come to an end within the time that a test has.
  test.each([
    'a',
    '://',
    'http://a:b',
    'https://a:b/',
    'password',
    'password=',
    'password="',
    'password=\\"',
    'password={',
    "token='",
    'token=${a:',
    'key=',
    'key="',
    'authorization:',
    'jdbc:oracle:thin:',
    'eyJ',
    'Basic ',
    '-----BEGIN ',
    '${',
    'A1b2',
    'AKIA',
    '))))',
    '"',
    '\\',
    ' ',
    '@',
    ':',
    '\n',
  ])('that is hostile comes to an end: 1 MB of %j', (piece) => {
    const text = piece.repeat(Math.ceil(1_000_000 / piece.length))
    expect(redact(`${text} password=hunter2`)).not.toContain('hunter2')
  })
})

describe('a configuration', () => {
  test.each([
    'connection.password',
    'database.password',
    'aws.secret.access.key',
    'aws.access.key.id',
    'sasl.jaas.config',
    'consumer.override.sasl.jaas.config',
    'ssl.keystore.key',
    'ssl.key.password',
    'snowflake.private.key',
    'snowflake.private.key.passphrase',
    'value.converter.basic.auth.user.info',
    'schema.registry.basic.auth.user.info',
    'gcs.credentials.json',
    'github.token',
    'apiKey',
    'http.authorization',
    'keyfile',
    'user.pass',
    's3.sse.customer.key',
  ])('hides %s', (key) => {
    expect(maskConfig({ [key]: 'hunter2' })).toEqual({ [key]: '[hidden]' })
  })

  test('keeps what is no secret', () => {
    const config = {
      'connector.class': 'io.confluent.connect.s3.S3SinkConnector',
      'tasks.max': '4',
      topics: 'orders,payments',
      's3.part.size': '26214400',
      'key.converter': 'org.apache.kafka.connect.storage.StringConverter',
      's3.credentials.provider.class': 'com.amazonaws.auth.DefaultAWSCredentialsProviderChain',
      'connection.password': `\${file:/etc/x.properties:db}`,
      'db.token': '',
    }
    expect(maskConfig(config)).toEqual(config)
  })

  test('hides what stands within other values', () => {
    const url = 'jdbc:mysql://u:hunter2@host/db?password=hunter2&ssl=true'
    expect(maskConfig({ 'connection.url': url })).toEqual({
      'connection.url': 'jdbc:mysql://[hidden]@host/db?password=[hidden]&ssl=true',
    })
  })

  test('hides what stands beside a placeholder', () => {
    const masked = maskConfig({
      password: `\${file:/x:a}hunter2`,
      url: `postgres://\${file:/x:u}:hunter2@h/d`,
    })
    expect(masked).toEqual({ password: '[hidden]', url: 'postgres://[hidden]@h/d' })
  })

  test('keeps every key, whatever it is called', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.string()), (config) => {
        expect(Object.keys(maskConfig(config))).toEqual(Object.keys(config))
      }),
    )
  })
})
