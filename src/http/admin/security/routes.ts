import QRCode from 'qrcode'
import { Type } from 'typebox'
import * as accounts from '#accounts'
import { recordEntry } from '#audit'
import { ApiError } from '#contract'
import { inTransaction, type TxContext } from '#platform/postgres/database'
import { JsonResponse, route, routeWithoutTx, type SessionContext } from '../lib/route.ts'
import { boundedText, strict } from '../lib/schemas.ts'

const withPassword = Type.Object({ password: boundedText(256) }, strict)

const invalidField = (param: string, message: string) =>
  new ApiError('invalid', { fieldErrors: [{ code: 'invalid', param, message }] })

/**
 * Throws unless the password is correct. A person at an unlocked screen must not be able to add credentials of their
 * own.
 */
async function requireReauthentication(
  { db, member }: SessionContext<unknown>,
  password: string,
): Promise<void> {
  if (await accounts.isOwnPassword(db, member, password)) return
  throw invalidField('password', 'is not your password')
}

const audit = (
  ctx: TxContext,
  { member, actor }: SessionContext<unknown>,
  action: string,
  details = {},
) => {
  const subject = { kind: 'user', id: member.user_id, name: member.name }
  recordEntry(ctx, { actor, action, subject, details })
}

const runInAccount = <T>(
  { db, member }: SessionContext<unknown>,
  run: (ctx: TxContext) => Promise<T>,
) => inTransaction(db, member.account_id, run)

/** The user's password, authenticator app, backup codes and passkeys. */
export const securityRoutes = [
  route(
    'GET',
    '/security',
    { requiredRole: 'any', summary: 'show your sign-in methods' },
    async ({ ctx, member: { user_id, has_totp } }) => ({
      has_totp,
      backup_codes_left: await accounts.countBackupCodes(ctx, user_id),
      passkeys: await accounts.listPasskeys(ctx, user_id),
    }),
  ),

  routeWithoutTx(
    'PUT',
    '/security/password',
    {
      requiredRole: 'any',
      summary: 'change your password and end your other sessions',
      body: Type.Object({ password: boundedText(256), new_password: boundedText(256) }, strict),
    },
    async (context) => {
      await requireReauthentication(context, context.body.password)
      const hash = await accounts.hashNewPassword(context.body.new_password, 'new_password')
      await runInAccount(context, async (ctx) => {
        await accounts.changePassword(ctx, context.member, hash)
        audit(ctx, context, 'user.change_password')
      })
    },
  ),

  routeWithoutTx(
    'POST',
    '/security/totp',
    {
      requiredRole: 'any',
      summary: 'start the setup of an authenticator app',
      body: withPassword,
    },
    async (context) => {
      await requireReauthentication(context, context.body.password)
      const { member } = context
      const { secret, uri } = await runInAccount(context, (ctx) =>
        accounts.startTotpSetup(ctx, { id: member.user_id, email: member.email }),
      )
      return { secret, uri, qr: await QRCode.toString(uri, { type: 'svg', margin: 0 }) }
    },
  ),

  routeWithoutTx(
    'PUT',
    '/security/totp',
    {
      requiredRole: 'any',
      summary: 'enable codes with a first code; returns the backup codes',
      body: Type.Object({ code: boundedText(20) }, strict),
    },
    async (context) => {
      await accounts.countAttempt(context.db, 'code', context.member.user_id)
      const backup_codes = await runInAccount(context, async (ctx) => {
        const codes = await accounts.confirmTotp(ctx, context.member.user_id, context.body.code)
        if (codes !== undefined) audit(ctx, context, 'user.enable_totp')
        return codes
      })
      if (backup_codes === undefined)
        throw invalidField(
          'code',
          'does not match the app’s current code; check the clock of your phone',
        )
      await accounts.resetAttempts(context.db, 'code', context.member.user_id)
      return { backup_codes }
    },
  ),

  routeWithoutTx(
    'POST',
    '/security/totp/disable',
    { requiredRole: 'any', summary: 'disable codes', body: withPassword },
    async (context) => {
      await requireReauthentication(context, context.body.password)
      await runInAccount(context, async (ctx) => {
        await accounts.disableTotp(ctx, context.member.user_id)
        audit(ctx, context, 'user.disable_totp')
      })
    },
  ),

  routeWithoutTx(
    'POST',
    '/security/backup-codes',
    { requiredRole: 'any', summary: 'create ten new backup codes', body: withPassword },
    async (context) => {
      await requireReauthentication(context, context.body.password)
      if (!context.member.has_totp)
        throw new ApiError('invalid_transition', { message: 'Set up an authenticator app first.' })
      const backup_codes = await runInAccount(context, async (ctx) => {
        audit(ctx, context, 'user.regenerate_backup_codes')
        return accounts.createBackupCodes(ctx, {
          account_id: ctx.account_id,
          id: context.member.user_id,
        })
      })
      return { backup_codes }
    },
  ),

  routeWithoutTx(
    'POST',
    '/security/passkeys/options',
    { requiredRole: 'any', summary: 'start the registration of a passkey', body: withPassword },
    async (context) => {
      await requireReauthentication(context, context.body.password)
      return accounts.startPasskeyRegistration(context.db, context.member)
    },
  ),

  routeWithoutTx(
    'POST',
    '/security/passkeys',
    {
      requiredRole: 'any',
      summary: 'add a passkey',
      body: Type.Object(
        { challenge_token: boundedText(4_000), response: Type.Object({}), name: boundedText(100) },
        strict,
      ),
    },
    async (context) => {
      const passkey = await accounts.addPasskey(
        context.db,
        context.member,
        context.body,
        (ctx, created) => audit(ctx, context, 'passkey.add', { passkey: created.name }),
      )
      if (passkey === undefined)
        throw invalidField('response', 'could not be verified; start again')
      return new JsonResponse(201, passkey)
    },
  ),

  route(
    'DELETE',
    '/security/passkeys/:id',
    { requiredRole: 'any', summary: 'remove one of your passkeys' },
    async (context) => {
      const { ctx, member, params } = context
      const { name } = await accounts.removePasskey(ctx, member.user_id, params.id ?? '')
      audit(ctx, context, 'passkey.remove', { passkey: name })
    },
  ),
]
