import type { Command } from '@commander-js/extra-typings'
import { UsageError } from './errors.ts'
import { withServiceOptions } from './flags.ts'
import type { GiftRequest } from './sdk.ts'

export type FormatGift = (gift: GiftRequest) => string

/** Creates a command that changes a gift request, with the options that all of these commands have. */
export const change = (command: Command, name: string, description: string) =>
  withServiceOptions(command.command(name))
    .description(description)
    .argument('<id>', 'the id of the gift request')
    .option('--dry-run', 'check everything and change nothing')

export const dryRunQuery = ({ dryRun }: { dryRun?: true | undefined }) =>
  dryRun === true ? { dry_run: true } : {}

/** Parses one value of the option `--metadata`, which has the form `name=value`. */
export function parsePair(text: string): readonly [string, string] {
  const at = text.indexOf('=')
  if (at < 1) throw new UsageError('must have the form name=value', '--metadata')
  return [text.slice(0, at), text.slice(at + 1)]
}

/** Builds the email message for the body of a request. If a part is missing, the service reports it. */
export const toMessage = (subject: string | undefined, body: string | undefined) =>
  subject === undefined && body === undefined ? {} : { email_message: { subject, body } }
