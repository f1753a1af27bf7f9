const connection = `
Connection
  --url URL             a worker's address, such as http://localhost:8083; give it again for other workers of
                        the same cluster, which are asked when the first does not answer
  --user NAME           basic authentication; the password comes from CONNECT_MEDIC_PASSWORD or --password-file
  --password-file FILE  file with that password
  --token-file FILE     file with a bearer token; or put the token in CONNECT_MEDIC_TOKEN
  --ca FILE             certificates to trust (PEM), instead of Node's own
  --cert FILE --key FILE   client certificate and its key (PEM)
  --timeout TIME        how long to wait for one answer: 500ms, 15s, 1m (default 15s)`

const output = `
Output
  --json                the documented JSON on standard output, and nothing else there
  NO_COLOR=1            no colours; there are none either when the output is not a terminal`

const sizes = `
Not known to Kafka Connect, and told by you
  --heap SIZE           maximum heap of a worker, as for -Xmx: 512m, 2g
  --workers N           how many workers there are, also without tasks`

/** What --help prints, for the program and for each command. */
export const help = {
  program: `connect-medic — why are tasks of Kafka Connect failing, and what can be done?

Usage
  connect-medic check --url URL            look at a cluster now
  connect-medic diagnose FILE              look at a saved answer of a cluster; "-" is standard input
  connect-medic plan FILE [NAME]           what a connector holds in memory, and what would change that;
                                           or plan --url URL NAME
  connect-medic restart --url URL NAME     restart what has FAILED of one connector, and nothing else

  connect-medic COMMAND --help             all options of a command
  connect-medic --version

Exit codes
  0  fine (diagnose, plan: the input could be read)
  1  something is wrong with the cluster (restart: it is not known to run)
  2  bad usage, unreadable input, or no answer

It talks to nothing but the given cluster and keeps nothing.

Examples
  connect-medic check --url http://localhost:8083
  curl -s 'http://localhost:8083/connectors?expand=status&expand=info' | connect-medic diagnose -
  connect-medic check --url https://connect.example.com --user ops --json | jq '.diagnoses[].kind'
`,
  check: `connect-medic check --url URL [options] — look at a cluster now

Asks Kafka Connect once; again after 2 s if a running connector has no tasks, or nothing has a worker yet.
Where a heap ran out, it also asks for Kafka's version, and offsets, active topics and plugin versions of the
connectors on those workers.
Says for each failure what it is, whether a restart can help, and what would. Changes nothing.
Exits with 0 if all is well, 1 if something is wrong, 2 if there was no answer.
${sizes}
${connection}
${output}
`,
  diagnose: `connect-medic diagnose FILE [options] — look at a saved answer of a cluster

FILE ("-" is standard input) holds the body of GET /connectors?expand=status&expand=info, or, to tell more,
  {
    "cluster": {"name": "prod", "kafkaVersion": "3.9.1", "workerHeapBytes": 2147483648, "workers": 2},
    "connectors": that body,
    "offsets": {"NAME": body of GET /connectors/NAME/offsets}
  }
where "cluster", each of its fields, and "offsets" may be left out.
Exits with 0 if FILE could be read, whatever it says; with 2 if not.
${sizes}
${output}
`,
  plan: `connect-medic plan FILE [NAME] [options]
connect-medic plan --url URL NAME [options] — what a connector holds in memory, and what would change that

FILE is as for diagnose; without NAME it is the connector that takes the most of the fullest worker.
Prints the budget of its workers and tasks, then what each remedy would do to it, simulated, and what would not help.
Changes nothing. Exits with 0, or with 2 if there was no answer or no such connector.

What if (what is not known yet, --heap, --workers and --partitions tell)
  --set KEY=VALUE       a setting of the connector; may be given again
  --tasks N             so many tasks
  --partitions TOPIC=N  so many partitions of a topic; may be given again
  --heap SIZE           maximum heap of each worker, as for -Xmx: 512m, 2g
  --workers N           so many workers
${connection}
${output}
`,
  restart: `connect-medic restart --url URL [options] NAME — restart what has FAILED of one connector

Restarts the failed tasks, and the connector itself if that failed, in one call; what runs is left alone.
Before Kafka 3.0 there is no such call: there each failed task is restarted by itself.
Says what it will do, does it, and looks what came of it.
Exits with 0 if nothing of it is FAILED any more, 1 if something is, 2 if it could not be found out.

  --dry-run             only say what it would do
${connection}
`,
} as const
