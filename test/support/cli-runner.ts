import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { run } from '#cli/program'
import { eventually } from '#test/eventually'

interface CliResult {
  code: number
  out: string
  err: string
}

export interface CliRunner {
  /** Runs a command until it ends. */
  run(...args: string[]): Promise<CliResult>
  /** Runs a command with `--json`. The command must succeed and print one object. */
  json(...args: string[]): Promise<Json>
  /** Runs a command with `--json`. The command must fail with errors in the format of the API. */
  runRejected(...args: string[]): Promise<Json[]>
  /** Starts a command that runs until `stop` is called. */
  start(...args: string[]): RunningCommand
  folder: string
  env: Record<string, string>
  /** The content of standard input. */
  input: Buffer
  progress: string[]
}

interface RunningCommand {
  /** The lines that the command has printed so far. */
  out: string[]
  err: string[]
  /** Waits for a line that matches. A line of JSON is parsed. Any other line becomes `{ text }`. */
  waitForLine(predicate: (line: Json) => boolean, timeoutMs?: number): Promise<Json>
  stop(): Promise<CliResult>
  done: Promise<CliResult>
}

// biome-ignore lint/suspicious/noExplicitAny: commands print objects of every shape
type Json = any

/** Creates a runner of the CLI in the test process, with a separate settings folder and environment. */
export function createCliRunner(env: Record<string, string> = {}): CliRunner {
  const folder = mkdtempSync(join(tmpdir(), 'bestow cli '))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const cliEnv = { BESTOW_API_CONFIG: folder, HOME: folder, ...env }

  function start(args: readonly string[], signal?: AbortSignal) {
    const out: string[] = []
    const err: string[] = []
    const done = run(args, {
      env: runner.env,
      out: (line) => out.push(line),
      err: (line) => err.push(line),
      input: async () => runner.input,
      progress: (text) => runner.progress.push(text),
      signal,
      pollIntervals: { busyMs: 20, idleMs: 50, rescanMs: 200 },
    }).then((code) => ({ code, out: out.join('\n'), err: err.join('\n') }))
    return { out, err, done }
  }

  const runner: CliRunner = {
    folder,
    env: cliEnv,
    input: Buffer.alloc(0),
    progress: [],
    run: (...args) => start(args).done,
    async json(...args) {
      const { code, out, err } = await runner.run(...args, '--json')
      if (code !== 0) throw new Error(`${args.join(' ')}: ${err}`)
      if (out.split('\n').length !== 1) throw new Error(`not one line: ${out}`)
      return JSON.parse(out)
    },
    async runRejected(...args) {
      const { code, out, err } = await runner.run(...args, '--json')
      if (code !== 1 || out !== '') throw new Error(`${args.join(' ')} was not rejected: ${out}`)
      return JSON.parse(err).errors
    },
    start(...args) {
      const stop = new AbortController()
      const running = start(args, stop.signal)
      after(() => stop.abort())
      return {
        ...running,
        waitForLine: (predicate, timeoutMs = 30_000) => findLine(running, predicate, timeoutMs),
        stop: () => {
          stop.abort()
          return running.done
        },
      }
    },
  }
  return runner
}

async function findLine(
  { out, err }: Pick<RunningCommand, 'out' | 'err'>,
  predicate: (line: Json) => boolean,
  timeoutMs: number,
): Promise<Json> {
  return eventually(() => [...out, ...err].map(parseLine).find(predicate), {
    timeoutMs,
    message: () => `no such line: ${[...out, ...err].join('\n')}`,
  })
}

function parseLine(line: string): Json {
  try {
    return JSON.parse(line)
  } catch {
    return { text: line }
  }
}
