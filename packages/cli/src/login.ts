import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { Command } from '@commander-js/extra-typings'
import pc from 'picocolors'
import { type CliContext, readInput } from './context.ts'
import { UsageError } from './errors.ts'
import { withServiceOptions } from './flags.ts'
import { formatPairs, printResult } from './print.ts'
import { findProfile, profileName, removeProfile, saveProfile } from './profiles.ts'
import { connect, normalizeBaseUrl, resolveTarget } from './service.ts'
import { inspectToken } from './token-format.ts'

export const login = (context: CliContext) =>
  withServiceOptions(new Command('login'))
    .description('save a token and an address for other commands')
    .option('--token <token>', 'the token; - for standard input. Default: a prompt')
    .action(async ({ profile, url, token: tokenOption }) => {
      const name = profileName(context, profile)
      const baseUrl = normalizeBaseUrl(
        url ??
          context.env.BESTOW_API_URL ??
          findProfile(context, name)?.url ??
          'http://localhost:3000/api',
      )
      const token = await resolveToken(context, tokenOption)
      const { problem, stage } = inspectToken(token)
      if (problem !== null) throw new UsageError(problem, '--token')
      await connect(context, baseUrl, token).client.campaigns.list({ limit: 1 })
      const path = saveProfile(context, name, { url: baseUrl, token })
      printResult(
        context,
        { profile: name, url: baseUrl, stage, path },
        () =>
          `${pc.green('✔ The service accepts this token.')}\n${formatPairs({ profile: name, url: baseUrl, stage, 'saved in': path })}`,
      )
    })

async function resolveToken(context: CliContext, option: string | undefined): Promise<string> {
  if (option === '-') return (await readInput(context)).toString().trim()
  if (option !== undefined) return option
  if (!process.stdin.isTTY)
    throw new UsageError('is required; - reads it from standard input', '--token', 'required')
  return promptHidden('API token (not shown): ')
}

/** Reads a line from the terminal without showing the typed text. */
async function promptHidden(question: string): Promise<string> {
  const nullStream = new Writable({ write: (_chunk, _encoding, done) => done() })
  const prompt = createInterface({ input: process.stdin, output: nullStream, terminal: true })
  process.stderr.write(question)
  try {
    return (await prompt.question('')).trim()
  } finally {
    prompt.close()
    process.stderr.write('\n')
  }
}

export const logout = (context: CliContext) =>
  new Command('logout')
    .description('delete a saved token; the token stays valid')
    .option('--profile <name>', 'the profile to delete')
    .action(({ profile }) => {
      const name = profileName(context, profile)
      const removed = removeProfile(context, name)
      printResult(context, { profile: name, removed }, () =>
        removed ? `The profile '${name}' was deleted.` : `There is no profile '${name}'.`,
      )
    })

export const whoami = (context: CliContext) =>
  withServiceOptions(new Command('whoami'))
    .description('show which service and token are in use')
    .action((options) => {
      const { url, token } = resolveTarget(context, options)
      const { stage, last_four } = inspectToken(token ?? '')
      const info = {
        url,
        profile: profileName(context, options.profile),
        stage,
        token_ends_in: token === undefined ? null : last_four,
      }
      printResult(context, info, () => formatPairs(info))
    })
