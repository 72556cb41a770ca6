import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { run } from '#cli/program'

interface Ran {
  code: number
  out: string
  err: string
}

export interface CommandLine {
  /** Runs a command to its end. */
  run(...args: string[]): Promise<Ran>
  /** Runs it for a program; it must succeed, and print one object. */
  json(...args: string[]): Promise<Json>
  /** Runs it for a program; it must be refused, in the shape of the API's errors. */
  refused(...args: string[]): Promise<Json[]>
  /** Runs one that goes on until it is stopped. */
  start(...args: string[]): Running
  folder: string
  env: Record<string, string>
  /** What standard input holds. */
  input: Buffer
  progress: string[]
}

interface Running {
  /** The lines so far. */
  out: string[]
  err: string[]
  /** Waits for a line, as an object when it is one. */
  line(isIt: (line: Json) => boolean, patience?: number): Promise<Json>
  stop(): Promise<Ran>
  done: Promise<Ran>
}

// biome-ignore lint/suspicious/noExplicitAny: commands print objects of every form
type Json = any

/** The client's commands on a machine of their own: a folder for settings, and an environment. */
export function commandLine(env: Record<string, string> = {}): CommandLine {
  const folder = mkdtempSync(join(tmpdir(), 'bestow cli '))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const own = { BESTOW_API_CONFIG: folder, HOME: folder, ...env }

  function start(args: readonly string[], signal?: AbortSignal) {
    const out: string[] = []
    const err: string[] = []
    const done = run(args, {
      env: machine.env,
      out: (line) => out.push(line),
      err: (line) => err.push(line),
      input: async () => machine.input,
      progress: (text) => machine.progress.push(text),
      signal,
      pace: { busy: 20, idle: 50, sweep: 200 },
    }).then((code) => ({ code, out: out.join('\n'), err: err.join('\n') }))
    return { out, err, done }
  }

  const machine: CommandLine = {
    folder,
    env: own,
    input: Buffer.alloc(0),
    progress: [],
    run: (...args) => start(args).done,
    async json(...args) {
      const { code, out, err } = await machine.run(...args, '--json')
      if (code !== 0) throw new Error(`${args.join(' ')}: ${err}`)
      if (out.split('\n').length !== 1) throw new Error(`not one line: ${out}`)
      return JSON.parse(out)
    },
    async refused(...args) {
      const { code, out, err } = await machine.run(...args, '--json')
      if (code !== 1 || out !== '') throw new Error(`${args.join(' ')} was not refused: ${out}`)
      return JSON.parse(err).errors
    },
    start(...args) {
      const stop = new AbortController()
      const running = start(args, stop.signal)
      after(() => stop.abort())
      return {
        ...running,
        line: (isIt, patience = 30_000) => lineIn(running, isIt, patience),
        stop: () => {
          stop.abort()
          return running.done
        },
      }
    },
  }
  return machine
}

async function lineIn(
  { out, err }: Pick<Running, 'out' | 'err'>,
  isIt: (line: Json) => boolean,
  patience: number,
): Promise<Json> {
  for (const until = Date.now() + patience; Date.now() < until; ) {
    const found = [...out, ...err].map(parsed).find(isIt)
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`no such line: ${[...out, ...err].join('\n')}`)
}

function parsed(line: string): Json {
  try {
    return JSON.parse(line)
  } catch {
    return { text: line }
  }
}
