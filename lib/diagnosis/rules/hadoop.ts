import { anyOf, classNames, type Rule } from './rule.ts'

const SECURE_MODE = 'https://hadoop.apache.org/docs/stable/hadoop-project-dist/hadoop-common/SecureMode.html'
const PERMISSIONS =
  'https://hadoop.apache.org/docs/stable/hadoop-project-dist/hadoop-hdfs/HdfsPermissionsGuide.html'

/** HDFS, Kerberos and Hive. */
export const HADOOP: readonly Rule[] = [
  {
    id: 'hdfs-file-leased',
    kind: 'source-busy',
    source:
      'https://github.com/apache/hadoop/blob/trunk/hadoop-hdfs-project/hadoop-hdfs-client/src/main/java/org/apache/hadoop/hdfs/protocol/AlreadyBeingCreatedException.java',
    message: /AlreadyBeingCreatedException/i,
    example:
      'org.apache.hadoop.hdfs.protocol.AlreadyBeingCreatedException: Failed to CREATE_FILE /logs/orders/0/log for client 10.0.0.1, because this file is already being created',
  },
  {
    id: 'hdfs-delegation-token-expired',
    kind: 'credentials-expired',
    source: SECURE_MODE,
    message: /HDFS_DELEGATION_TOKEN[^\n]{0,300}(?:expired|can't be found)/i,
    example:
      "org.apache.hadoop.security.token.SecretManager$InvalidToken: token (HDFS_DELEGATION_TOKEN token 7 for connect) can't be found in cache",
  },
  {
    id: 'kerberos-login-failed',
    kind: 'authorization',
    source: SECURE_MODE,
    message: anyOf(/GSSException/i, /No valid credentials provided/i, /LoginException/i, /SaslException/i),
    example:
      'org.ietf.jgss.GSSException: No valid credentials provided (Mechanism level: Failed to find any Kerberos tgt)',
  },
  {
    id: 'hdfs-permission-denied',
    kind: 'authorization',
    source: PERMISSIONS,
    message: anyOf(/AccessControlException/i, /Permission denied/i),
    example:
      'org.apache.hadoop.security.AccessControlException: Permission denied: user=connect, access=WRITE, inode="/topics"',
  },
  {
    id: 'hdfs-not-reached',
    kind: 'network',
    source:
      'https://hadoop.apache.org/docs/stable/hadoop-project-dist/hadoop-hdfs/HDFSHighAvailabilityWithQJM.html',
    thrown: classNames('RemoteException RetriesExhaustedException StandbyException'),
    message: /^(?!org\.apache\.kafka\.connect\.errors\.)/,
    example:
      'org.apache.hadoop.ipc.StandbyException: Operation category READ is not supported in state standby',
  },
]
