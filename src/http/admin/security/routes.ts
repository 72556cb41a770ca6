import * as accounts from '#accounts'
import { recordEntry } from '#audit'
import { ApiError } from '#contract'
import { lazyPackage } from '#platform/lib/lazy-package'
import { actingAs, atRealTime, type TxContext } from '#platform/postgres/database'
import { handle, handleWithoutTx } from '../lib/handle.ts'
import { requireCredentialChange } from '../lib/reauthentication.ts'
import type { SessionContext } from '../lib/route.ts'
import * as contract from './contract.ts'
import { emailChangeRoutes } from './email-change-routes.ts'

const loadQrCode = lazyPackage<typeof import('qrcode')>('qrcode')

/** The part of the context that does not depend on the operation. */
type SignedInContext = Pick<SessionContext<unknown>, 'member'>

const invalidField = (param: string, message: string) =>
  new ApiError('invalid', { fieldErrors: [{ code: 'invalid', param, message }] })

const audit = (ctx: TxContext, { member }: SignedInContext, action: string, details = {}) => {
  const subject = { kind: 'user', id: member.user_id, name: member.name }
  recordEntry(ctx, { action, subject, details })
}

/** The routes of the user's password, authenticator app, backup codes and passkeys. */
export const securityRoutes = [
  handle(contract.readSignInMethods, async ({ ctx, member: { person_id, has_totp } }) => ({
    email_change: (await accounts.findEmailChange(atRealTime(ctx), person_id)) ?? null,
    has_totp,
    backup_codes_left: await accounts.countBackupCodes(ctx, person_id),
    passkeys: await accounts.listPasskeys(ctx, person_id),
  })),

  handle(contract.changeName, async (context) => {
    const { ctx, member, body } = context
    const name = body.name.trim()
    await accounts.renameMember(ctx, member.user_id, name)
    audit(ctx, context, 'user.change_name', { before: { name: member.name }, after: { name } })
  }),

  ...emailChangeRoutes,

  handleWithoutTx(contract.changePassword, async (context) => {
    await requireCredentialChange(context, context.body.password)
    const hash = await accounts.hashNewPassword(context.body.new_password, 'new_password')
    await context.transact(async (ctx) => {
      await accounts.changePassword(ctx, context.member, hash)
      audit(ctx, context, 'user.change_password')
    })
  }),

  handleWithoutTx(contract.startTotpSetup, async (context) => {
    await requireCredentialChange(context, context.body.password)
    const { member } = context
    const { secret, uri } = await context.transact((ctx) => accounts.startTotpSetup(ctx, member))
    return { secret, uri, qr: await loadQrCode().toString(uri, { type: 'svg', margin: 0 }) }
  }),

  handleWithoutTx(contract.confirmTotp, async (context) => {
    await accounts.countAttempt(context.db, 'code', context.member.person_id)
    await accounts.assertFactorUsed(context.db, context.member.session_id)
    const backup_codes = await context.transact(async (ctx) => {
      const codes = await accounts.confirmTotp(ctx, context.member, context.body.code)
      if (codes !== undefined) audit(ctx, context, 'user.enable_totp')
      return codes
    })
    if (backup_codes === undefined)
      throw invalidField(
        'code',
        'does not match the app’s current code; check the clock of your phone',
      )
    await accounts.resetAttempts(context.db, 'code', context.member.person_id)
    return { backup_codes }
  }),

  handleWithoutTx(contract.disableTotp, async (context) => {
    await requireCredentialChange(context, context.body.password)
    await context.transact(async (ctx) => {
      await accounts.disableTotp(ctx, context.member.person_id)
      audit(ctx, context, 'user.disable_totp')
    })
  }),

  handleWithoutTx(contract.createBackupCodes, async (context) => {
    await requireCredentialChange(context, context.body.password)
    if (!context.member.has_totp)
      throw new ApiError('invalid_transition', { message: 'Set up an authenticator app first.' })
    const backup_codes = await context.transact(async (ctx) => {
      audit(ctx, context, 'user.regenerate_backup_codes')
      return accounts.createBackupCodes(ctx, context.member.person_id)
    })
    return { backup_codes }
  }),

  handleWithoutTx(contract.startPasskeyRegistration, async (context) => {
    await requireCredentialChange(context, context.body.password)
    return accounts.startPasskeyRegistration(context.db, context.member)
  }),

  handleWithoutTx(contract.addPasskey, async (context) => {
    await accounts.assertFactorUsed(context.db, context.member.session_id)
    const passkey = await accounts.addPasskey(
      context.db,
      context.member,
      context.body,
      (ctx, { name }) =>
        audit(actingAs(ctx, context.actor), context, 'passkey.add', { passkey: name }),
    )
    if (passkey === undefined) throw invalidField('response', 'could not be verified; start again')
    return passkey
  }),

  handleWithoutTx(contract.removePasskey, async (context) => {
    const { db, member, params, transact } = context
    await accounts.assertFactorUsed(db, member.session_id)
    await transact(async (ctx) => {
      const { name } = await accounts.removePasskey(ctx, member.person_id, params.id)
      audit(ctx, context, 'passkey.remove', { passkey: name })
    })
  }),
]
