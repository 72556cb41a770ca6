import type { Command } from '@commander-js/extra-typings'
import { ApiError } from '#contract'
import * as seeds from '../demo-data.ts'
import { accountOf } from './accounts.ts'
import { recordChange } from './operator-changes.ts'
import { formatPairs, printResult, shownOnceNotice } from './output.ts'
import { type Service, type Session, withService } from './session.ts'

export const seed = (command: Command, session: Session) =>
  command
    .option('--account <id>', 'the account; default: a new demo account, if there is no account')
    .action(({ account }) =>
      withService(session, (service) =>
        account === undefined ? seedNew(session, service) : seedOne(session, service, account),
      ),
    )

async function seedOne(session: Session, service: Service, account_id: string): Promise<void> {
  const account = await accountOf(service, account_id)
  const { id, name } = account
  const seeded = await service.run(id, async (ctx) => {
    const isSeeded = await seeds.seed(ctx)
    if (isSeeded) recordChange(ctx, 'catalogue.add_sample', { kind: 'account', id, name })
    return isSeeded
  })
  printResult(session, { account, seeded }, () =>
    seeded
      ? `${account.name} now has the demo catalogue and campaigns.`
      : `${account.name} already has a catalogue. Nothing was changed.`,
  )
}

async function seedNew(session: Session, { db }: Service): Promise<void> {
  const made = await seeds.seedDemoAccount(db)
  if (made === undefined)
    throw new ApiError('required', {
      fieldErrors: [
        {
          code: 'required',
          param: '--account',
          message: 'is required because accounts already exist',
        },
      ],
    })
  const { account, email, password, token } = made
  printResult(
    session,
    { account, seeded: true, email, password, token },
    () => `${formatPairs({ account: account.id, email, password, token })}\n${shownOnceNotice}`,
  )
}
