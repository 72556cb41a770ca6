import type { Command } from '@commander-js/extra-typings'
import type { CliContext } from './context.ts'
import { UsageError } from './errors.ts'
import { change, dryRunQuery } from './gift-flags.ts'
import { formatPairs, printResult } from './print.ts'
import type { Greeting } from './sdk.ts'
import { createService } from './service.ts'

/**
 * Adds the command that shows or changes the card of a gift request, and the photo or video of the sender.
 */
export function addGiftGreeting(command: Command, context: CliContext): void {
  change(command, 'greeting', 'show the card and the photo or video, or change them')
    .option('--card <name>', 'such as birthday; none for no card')
    .option('--media <id>', 'a photo or video that was uploaded in the web app; with --card')
    .option('--delete', 'show the greeting of the campaign again')
    .action(async (id, { card, media, delete: deletes, ...options }) => {
      const { giftRequests } = createService(context, options).client
      if (deletes && (card !== undefined || media !== undefined || options.dryRun))
        throw new UsageError('has no further options', '--delete')
      if (media !== undefined && card === undefined)
        throw new UsageError('is required with --media', '--card')
      const print = (greeting: Greeting) =>
        printResult(context, greeting, () => formatGreeting(greeting))
      if (deletes) return print(await giftRequests.deleteGreeting(id))
      if (card === undefined) return print(await giftRequests.greeting(id))
      const body = {
        card: (card === 'none' ? null : card) as never,
        ...(media === undefined ? {} : { media_id: media }),
      }
      return print(await giftRequests.setGreeting(id, body, dryRunQuery(options)))
    })
}

const formatGreeting = ({ card, media, is_own }: Greeting) =>
  formatPairs({
    card: card ?? 'none',
    media: media === null ? undefined : `${media.content_type}, ${media.alt}`,
    of: is_own ? 'the gift request' : 'the campaign',
  })
