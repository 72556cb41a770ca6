import * as accounts from '#accounts'
import { ApiError } from '#contract'
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

const passwordError = (code: 'required' | 'invalid', message: string) =>
  new ApiError(code, { fieldErrors: [{ code, param: 'password', message }] })
