import * as accounts from '#accounts'
import { ApiError } from '#contract'
import { readTransaction } from '#platform/postgres/database'
import type { SessionContext } from './route.ts'

/**
 * Throws an error unless the user has confirmed their identity. The password must be correct, or the user of
 * single sign-on must have confirmed at the provider a moment ago. A person at an unlocked screen must not be
 * able to add their own credentials.
 */
export async function requireReauthentication(
  { db, member }: Pick<SessionContext<unknown>, 'db' | 'member'>,
  password: string | undefined,
): Promise<void> {
  if (member.method === 'single_sign_on') {
    if (accounts.confirmedUntil(member, db.clock()) !== null) return
    throw passwordError('required', 'is replaced by single sign-on: confirm your identity there')
  }
  if (password === undefined)
    throw passwordError('required', 'is required to confirm this: enter your own password')
  if (await accounts.isOwnPassword(db, member, password)) return
  throw passwordError('invalid', 'is not your password')
}

/**
 * Throws an error unless the user may change how their person signs in. The provider of one account must not decide how a
 * person enters the others, so a session by single sign-on may do this only for a person with one account.
 */
export async function requireCredentialChange(
  context: Pick<SessionContext<unknown>, 'db' | 'member'>,
  password: string | undefined,
): Promise<void> {
  await requireReauthentication(context, password)
  await accounts.assertFactorUsed(context.db, context.member.session_id)
  const { account_id, person_id, method } = context.member
  if (method !== 'single_sign_on') return
  const isShared = await readTransaction(context.db, account_id, (ctx) =>
    accounts.hasOtherAccount(ctx, person_id),
  )
  if (isShared)
    throw new ApiError('forbidden', {
      message:
        'Your sign-in opens other accounts too. Sign in with your password or a passkey to change it; without one, choose “Forgot your password?” on the sign-in page.',
    })
}

const passwordError = (code: 'required' | 'invalid', message: string) =>
  new ApiError(code, { fieldErrors: [{ code, param: 'password', message }] })
