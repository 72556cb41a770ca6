import { spawn } from 'node:child_process'
import { Command } from '@commander-js/extra-typings'
import type { Context } from './context.ts'
import { serviceFlags } from './flags.ts'
import { answer } from './print.ts'
import { placeOf, serviceOf } from './service.ts'

/** The web app, the reference, or a gift request in a browser. */
export const open = (context: Context) =>
  serviceFlags(new Command('open'))
    .description('open the web app in a browser')
    .argument('[what]', 'app, docs, or the id of a gift request', 'app')
    .option('--print', 'only print the address')
    .action(async (what, { print, ...options }) => {
      const url = await addressOf(context, what, options)
      const shows = !print && !context.isJson
      if (shows) start(url)
      answer(context, { url }, () => url)
    })

async function addressOf(
  context: Context,
  what: string,
  options: { profile?: string | undefined; url?: string | undefined },
): Promise<string> {
  const { origin } = new URL(placeOf(context, options).url)
  if (what === 'app') return `${origin}/`
  if (what === 'docs') return `${origin}/docs`
  return (await serviceOf(context, options).client.giftRequests.get(what)).web_url
}

function start(url: string): void {
  const [program, args] =
    process.platform === 'darwin'
      ? ['open', [url]]
      : process.platform === 'win32'
        ? ['explorer.exe', [url]]
        : ['xdg-open', [url]]
  const child = spawn(program as string, args as string[], { stdio: 'ignore', detached: true })
  child.on('error', () => {}) // the address is printed in any case
  child.unref()
}
