import { anyOf, classNames, type Rule } from './rule.ts'

const JSSE = 'https://docs.oracle.com/en/java/javase/21/docs/api/java.base/javax/net/ssl/package-summary.html'
const KEYSTORES =
  'https://github.com/apache/kafka/blob/trunk/clients/src/main/java/org/apache/kafka/common/security/ssl/DefaultSslEngineFactory.java'

/** TLS, under whatever client. */
export const TLS: readonly Rule[] = [
  {
    id: 'tls-certificate-expired',
    kind: 'credentials-expired',
    source:
      'https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/security/cert/CertificateExpiredException.html',
    message: /CertificateExpiredException/i,
    example: 'java.security.cert.CertificateExpiredException: NotAfter: Tue Nov 01 00:00:00 UTC 2022',
  },
  {
    id: 'tls-session-expired',
    kind: 'credentials-expired',
    source: JSSE,
    thrown: classNames('SslAuthenticationException'),
    message: anyOf(/\bexpired?\b/i, /session too (?:short|long)/i),
    example:
      'org.apache.kafka.common.errors.SslAuthenticationException: SSL handshake failed: certificate expired on 20221101000000GMT+00:00',
  },
  {
    id: 'tls-connection-lost',
    kind: 'network',
    source: JSSE,
    thrown: classNames('SslAuthenticationException SSLHandshakeException SSLException'),
    message: anyOf(
      /connection (?:reset|closed)/i,
      /closed (?:connection )?during/i,
      /terminated the handshake/i,
      /broken pipe/i,
    ),
    example: 'javax.net.ssl.SSLHandshakeException: Remote host terminated the handshake',
  },
  {
    id: 'tls-certificate-not-trusted',
    kind: 'authorization',
    source: JSSE,
    thrown: classNames(`SslAuthenticationException SSLHandshakeException SSLPeerUnverifiedException
      SunCertPathBuilderException CertPathValidatorException ValidatorException`),
    remedies: ['fix-tls'],
    example:
      'javax.net.ssl.SSLHandshakeException: PKIX path building failed: sun.security.provider.certpath.SunCertPathBuilderException: unable to find valid certification path to requested target',
  },
  {
    id: 'tls-keystore-exception',
    kind: 'config-invalid',
    source: 'https://docs.oracle.com/en/java/javase/21/docs/api/java.base/java/security/package-summary.html',
    thrown: classNames(
      'InvalidKeySpecException NoSuchAlgorithmException KeyStoreException UnrecoverableKeyException',
    ),
    example: 'java.security.UnrecoverableKeyException: Password verification failed',
  },
  {
    id: 'tls-keystore-not-loaded',
    kind: 'config-invalid',
    source: KEYSTORES,
    message: anyOf(/keystore password was incorrect/i, /Failed to load SSL keystore/i),
    example: 'java.io.IOException: keystore password was incorrect',
  },
]
