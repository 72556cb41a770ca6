import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Runs Node with these arguments until it ends. Collects its output. */
export async function runProcess(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const output: string[] = []
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => output.push(chunk))
  const [code] = (await once(child, 'exit')) as [number | null]
  return { code, output: output.join('') }
}
