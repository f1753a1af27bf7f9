// The least that a script can do to look at a cluster: ask, parse, count.
const { get } = require('node:http')

get(`${process.argv[2]}/connectors?expand=status&expand=info`, (response) => {
  const chunks = []
  response.on('data', (chunk) => chunks.push(chunk))
  response.on('end', () => {
    const connectors = Object.values(JSON.parse(Buffer.concat(chunks).toString()))
    const tasks = connectors.flatMap(({ status }) => status.tasks)
    const failed = tasks.filter(({ state }) => state === 'FAILED').length
    console.log(`${connectors.length} connectors, ${tasks.length} tasks, ${failed} failed`)
    process.exitCode = failed === 0 ? 0 : 1
  })
})
