import { spawn } from 'node:child_process'
import { Command } from '@commander-js/extra-typings'
import type { CliContext } from './context.ts'
import { withServiceOptions } from './flags.ts'
import { printResult } from './print.ts'
import { createService, resolveTarget } from './service.ts'

/** Creates the command that opens the web app, the documentation or a gift request in a browser. */
export const open = (context: CliContext) =>
  withServiceOptions(new Command('open'))
    .description('open the web app in a browser')
    .argument('[target]', 'app, docs, or the id of a gift request', 'app')
    .option('--print', 'only print the address')
    .action(async (target, { print, ...options }) => {
      const url = await resolveUrl(context, target, options)
      const opensBrowser = !print && !context.isJson
      if (opensBrowser) openBrowser(url)
      printResult(context, { url }, () => url)
    })

async function resolveUrl(
  context: CliContext,
  target: string,
  options: { profile?: string | undefined; url?: string | undefined },
): Promise<string> {
  const { origin } = new URL(resolveTarget(context, options).url)
  if (target === 'app') return `${origin}/`
  if (target === 'docs') return `${origin}/docs`
  return (await createService(context, options).client.giftRequests.get(target)).web_url
}

function openBrowser(url: string): void {
  const [program, args] =
    process.platform === 'darwin'
      ? ['open', [url]]
      : process.platform === 'win32'
        ? ['explorer.exe', [url]]
        : ['xdg-open', [url]]
  const child = spawn(program as string, args as string[], { stdio: 'ignore', detached: true })
  child.on('error', () => {}) // the command also prints the address, so this error is harmless
  child.unref()
}
