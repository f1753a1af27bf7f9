import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open, readFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Installation } from './jars.ts'

const POLL_MS = 100
const STOP_MS = 15_000
const TAIL_LINES = 25

export interface JavaProcess {
  readonly pid: number
  /** The end of what it has logged, for error messages. */
  logTail(): Promise<string>
  /** SIGKILL; resolves when the process has gone. */
  kill(): Promise<void>
  /** SIGTERM, and SIGKILL if that isn't heeded; resolves when the process has gone. */
  stop(): Promise<void>
}

export interface JavaProgram {
  readonly mainClass: string
  readonly args: readonly string[]
  readonly jvmArgs: readonly string[]
  readonly logFile: string
  /** Called until it answers true. */
  readonly ready: () => Promise<boolean>
  readonly readyWithinMs: number
}

export class JavaProcessError extends Error {
  override readonly name = 'JavaProcessError'
}

/** Starts a JVM that ends with this process, and waits until it is ready. Throws JavaProcessError with the end of its log. */
export async function startJava(installation: Installation, program: JavaProgram): Promise<JavaProcess> {
  const { mainClass, logFile } = program
  const log = await open(logFile, 'a')
  // TieredStopAtLevel=1: two workers were up in 8 s with it and service_load, in 56-82 s without either
  const jvm = ['-XX:TieredStopAtLevel=1', ...program.jvmArgs, '-cp', installation.classPath]
  const child = spawn(installation.java, [...jvm, 'medic.Tethered', mainClass, ...program.args], {
    stdio: ['pipe', log.fd, log.fd],
  })
  const gone = once(child, 'exit')
  await once(child, 'spawn')
  await log.close()
  const running = () => child.exitCode === null && child.signalCode === null
  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    child.kill(signal)
    await gone
  }
  const process: JavaProcess = {
    pid: child.pid ?? 0,
    logTail: async () =>
      (await readFile(logFile, 'utf8')).trimEnd().split('\n').slice(-TAIL_LINES).join('\n'),
    kill: () => end('SIGKILL'),
    stop: async () => {
      const patience = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
      await end('SIGTERM')
      clearTimeout(patience)
    },
  }
  const deadline = Date.now() + program.readyWithinMs
  while (!(await program.ready())) {
    const trouble = running()
      ? Date.now() > deadline && `was not ready within ${program.readyWithinMs} ms`
      : `ended with ${child.exitCode ?? child.signalCode}`
    if (trouble) {
      const tail = await process.logTail()
      await process.kill()
      throw new JavaProcessError(`${mainClass} ${trouble}. The end of its log:\n${tail}`)
    }
    await sleep(POLL_MS)
  }
  return process
}

/** True if the URL answers 200 within a second. */
export async function answers(url: string): Promise<boolean> {
  return fetch(url, { signal: AbortSignal.timeout(1000) }).then(
    (response) => response.ok,
    () => false,
  )
}

/** Different ports of 127.0.0.1 that nothing listened on just now. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => {
    const address = server.address()
    return typeof address === 'object' && address !== null ? address.port : 0
  })
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}
