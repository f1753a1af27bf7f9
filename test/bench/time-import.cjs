// Prints how long it takes to load the module, in milliseconds, and nothing of what it loads.
const start = performance.now()
require(process.argv[2])
process.stdout.write(String(performance.now() - start))
