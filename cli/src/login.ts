import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { Command } from '@commander-js/extra-typings'
import pc from 'picocolors'
import { type Context, readInput } from './context.ts'
import { Misuse } from './failure.ts'
import { serviceFlags } from './flags.ts'
import { answer, facts } from './print.ts'
import { findProfile, profileName, removeProfile, saveProfile } from './profiles.ts'
import { connectTo, placeOf, tidy } from './service.ts'
import { readToken } from './token-text.ts'

export const login = (context: Context) =>
  serviceFlags(new Command('login'))
    .description('keep a token and an address for the commands to come')
    .option('--token <token>', '- reads it from standard input; asked for when left out')
    .action(async ({ profile, url, token: given }) => {
      const name = profileName(context, profile)
      const address = tidy(
        url ??
          context.env.BESTOW_API_URL ??
          findProfile(context, name)?.url ??
          'http://localhost:3000/api',
      )
      const token = await tokenFrom(context, given)
      const { problem, stage } = readToken(token)
      if (problem !== null) throw new Misuse(problem, '--token')
      await connectTo(context, address, token).client.campaigns.list({ limit: 1 })
      const path = saveProfile(context, name, { url: address, token })
      answer(
        context,
        { profile: name, url: address, stage, path },
        () =>
          `${pc.green('✔ The service knows this token.')}\n${facts({ profile: name, url: address, stage, 'kept in': path })}`,
      )
    })

async function tokenFrom(context: Context, given: string | undefined): Promise<string> {
  if (given === '-') return (await readInput(context)).toString().trim()
  if (given !== undefined) return given
  if (!process.stdin.isTTY)
    throw new Misuse('is required; - reads it from standard input', '--token', 'required')
  return hidden('API token (not shown): ')
}

/** Asks without showing what is typed. */
async function hidden(question: string): Promise<string> {
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  process.stderr.write(question)
  try {
    return (await lines.question('')).trim()
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}

export const logout = (context: Context) =>
  new Command('logout')
    .description('forget a token that login kept; it stays valid')
    .option('--profile <name>', 'which one')
    .action(({ profile }) => {
      const name = profileName(context, profile)
      const removed = removeProfile(context, name)
      answer(context, { profile: name, removed }, () =>
        removed ? `The profile '${name}' is gone.` : `There is no profile '${name}'.`,
      )
    })

export const whoami = (context: Context) =>
  serviceFlags(new Command('whoami'))
    .description('show which service and token are in use')
    .action((options) => {
      const { url, token } = placeOf(context, options)
      const { stage, last_four } = readToken(token ?? '')
      const found = {
        url,
        profile: profileName(context, options.profile),
        stage,
        token_ends_in: token === undefined ? null : last_four,
      }
      answer(context, found, () => facts(found))
    })
