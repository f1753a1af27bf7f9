import { execSync } from 'node:child_process'

/** A local plugin: what is packaged or invoked is always built from the sources and clusters.yml as they are now. */
export default class ConnectMedicPlugin {
  constructor(serverless) {
    const build = () => buildIn(serverless)
    this.hooks = {
      // Before `invoke local` reads the environment, and looks up in AWS what that refers to.
      initialize: () => useSandbox(serverless),
      'before:package:createDeploymentArtifacts': build,
      'before:package:function:package': build,
      'before:invoke:local:invoke': build,
    }
  }
}

function useSandbox({ processedInput, service }) {
  if (processedInput.commands.join(' ') === 'invoke local')
    service.provider.environment = service.custom.local
}

function buildIn({ serviceDir, classes }) {
  try {
    // By npm, which finds the Node.js of node_modules, able to run TypeScript.
    execSync('npm run --silent build', { cwd: serviceDir, stdio: ['ignore', 'ignore', 'pipe'] })
  } catch (error) {
    throw new classes.Error(`The build failed:\n${error.stderr}`)
  }
}
