import { Command, Option } from '@commander-js/extra-typings'
import pc from 'picocolors'
import type { CliContext } from './context.ts'
import { withServiceOptions } from './flags.ts'
import { printResult, replaceControlChars } from './print.ts'
import type { Bestow } from './sdk.ts'
import { createService } from './service.ts'

type Item = Awaited<ReturnType<Bestow['attention']['get']>>

const maxItems = 1_000

/** Creates the command that lists problems which a person must resolve. */
export const attention = (context: CliContext) =>
  withServiceOptions(new Command('attention'))
    .description('list what needs attention, and what resolves it')
    .option('--kind <kind>', 'only this kind, such as backordered')
    .option('--gift <id>', 'only what is about this gift request')
    .addOption(
      new Option(
        '--state <state>',
        'open: true now; snoozed: true now, and out of the lists for some days; cleared: ended in the last 90 days',
      )
        .choices(['open', 'snoozed', 'cleared'] as const)
        .default('open' as const),
    )
    .action(async ({ kind, gift, state, ...options }) => {
      const { client } = createService(context, options)
      const query = {
        state,
        limit: 100,
        ...(kind === undefined ? {} : { kind }),
        ...(gift === undefined ? {} : { gift_request_id: gift }),
      }
      const items = await client.attention.list(query as never).toArray({ limit: maxItems })
      printResult(context, { data: items }, () => formatItems(items, state))
    })

const emptyTexts = {
  open: 'Nothing needs attention.',
  snoozed: 'Nothing is snoozed.',
  cleared: 'Nothing has ended in the last 90 days.',
}

function formatItems(items: readonly Item[], state: keyof typeof emptyTexts): string {
  if (items.length === 0) return emptyTexts[state]
  return items.map(formatItem).join('\n\n')
}

function formatItem({ kind, message, since, subject, next_actions }: Item): string {
  const actions = next_actions.map(
    ({ title, web_url }) => `  → ${replaceControlChars(title)}  ${pc.dim(web_url)}`,
  )
  return [
    `${pc.bold(kind)}  ${replaceControlChars(message)}`,
    pc.dim(`  ${subject.type} ${subject.id}, since ${since}`),
    ...actions,
  ].join('\n')
}
