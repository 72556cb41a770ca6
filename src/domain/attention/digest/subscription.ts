import { isId } from '#platform/lib/ids'
import { type Database, inTransaction, type TxContext } from '#platform/postgres/database'
import * as store from './digest-store.ts'

const encryptionContext = 'attention.digest'

/** Returns the URL that ends the digest of a user without a sign-in. The token in it cannot be forged. */
export const unsubscribeUrl = (
  { account_id, deployment }: Pick<TxContext, 'account_id' | 'deployment'>,
  user_id: string,
): string => {
  const token = deployment.cipher.encrypt(`${account_id} ${user_id}`, encryptionContext)
  return `${deployment.origin}/unsubscribe/${token.toString('base64url')}`
}

/** Ends the digest of the user in the token. Returns false for a token that this deployment has not issued. */
export async function unsubscribe(db: Database, token: string): Promise<boolean> {
  const subscriber = decodeToken(db, token)
  if (subscriber === undefined) return false
  await inTransaction(db, subscriber.account_id, (ctx) =>
    store.saveSubscription(ctx, subscriber.user_id, false),
  )
  return true
}

/** Returns whether this deployment has issued the token. */
export const isUnsubscribeToken = (db: Database, token: string): boolean =>
  decodeToken(db, token) !== undefined

function decodeToken({ deployment: { cipher } }: Database, token: string) {
  try {
    const text = cipher.decrypt(Buffer.from(token, 'base64url'), encryptionContext)
    const [account_id = '', user_id = ''] = text.split(' ')
    return isId(account_id) && isId(user_id) ? { account_id, user_id } : undefined
  } catch {
    return undefined
  }
}

/** Returns whether the user receives the digest. */
export const isSubscribed = async (ctx: TxContext, user_id: string): Promise<boolean> =>
  !(await store.isUnsubscribed(ctx, user_id))

/** Saves whether the user receives the digest. Returns whether that changed. */
export const changeSubscription = store.saveSubscription
