import { Command } from '@commander-js/extra-typings'
import { printResult } from './output.ts'
import { type Session, withService } from './session.ts'

export const migrate = (session: Session) =>
  new Command('migrate')
    .description('migrate the database to this version')
    .action(() =>
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
