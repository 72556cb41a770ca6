import { run } from '#app/cli/program'

/**
 * Runs one CLI command. Returns the object that the command prints. The command runs in this process, because
 * starting a process takes longer than the command.
 */
export async function runJson(
  args: string[],
  env: NodeJS.ProcessEnv,
): Promise<Record<string, unknown>> {
  const out: string[] = []
  const err: string[] = []
  const output = { out: (line: string) => out.push(line), err: (line: string) => err.push(line) }
  const code = await run([...args, '--json'], env, output)
  if (code !== 0) throw new Error(`bestow ${args.join(' ')} failed: ${[...err, ...out].join('\n')}`)
  return JSON.parse(out.join('\n')) as Record<string, unknown>
}
