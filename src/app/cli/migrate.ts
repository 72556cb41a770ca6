import type { Command } from '@commander-js/extra-typings'
import { printResult } from './output.ts'
import { type Session, withService } from './session.ts'

export const migrate = (command: Command, session: Session) =>
  command.action(() =>
    withService(
      session,
      async ({ applied }) =>
        printResult(session, { applied }, () =>
          applied.length > 0
            ? applied.map((name) => `Applied ${name}`).join('\n')
            : 'The database is up to date.',
        ),
      { migrates: true },
    ),
  )
