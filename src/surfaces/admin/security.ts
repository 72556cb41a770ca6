import QRCode from 'qrcode'
import { Type } from 'typebox'
import * as access from '#access'
import { ApiError } from '#contract'
import { inTransaction, type TxContext } from '#platform/postgres'
import { Answer, type Call, operation, outside } from './operation.ts'
import { noExtra, text } from './shapes.ts'

const withPassword = Type.Object({ password: text(256) }, noExtra)

const wrong = (param: string, message: string) =>
  new ApiError('invalid', { fieldErrors: [{ code: 'invalid', param, message }] })

/** Somebody at an unlocked screen must not be able to make themselves at home. */
async function askAgain({ db, member }: Call<unknown>, password: string): Promise<void> {
  if (await access.isOwnPassword(db, member, password)) return
  throw wrong('password', 'is not your password')
}

const note = (ctx: TxContext, { member, actor }: Call<unknown>, action: string, details = {}) => {
  const subject = { kind: 'person', id: member.person_id, name: member.name }
  access.recordEntry(ctx, { actor, action, subject, details })
}

const inAccount = <T>({ db, member }: Call<unknown>, run: (ctx: TxContext) => Promise<T>) =>
  inTransaction(db, member.account_id, run)

/** How you sign in: your password, the codes of your telephone, your passkeys. */
export const securityOperations = [
  operation(
    'GET',
    '/security',
    { needs: 'sender', does: 'say how you sign in' },
    async ({ ctx, member: { person_id, has_totp } }) => ({
      has_totp,
      backup_codes_left: await access.countBackupCodes(ctx, person_id),
      passkeys: await access.listPasskeys(ctx, person_id),
    }),
  ),

  outside(
    'PUT',
    '/security/password',
    {
      needs: 'sender',
      does: 'change your password, and sign out elsewhere',
      body: Type.Object({ password: text(256), new_password: text(256) }, noExtra),
    },
    async (call) => {
      await askAgain(call, call.body.password)
      const hash = await access.hashNewPassword(call.body.new_password, 'new_password')
      await inAccount(call, async (ctx) => {
        await access.changePassword(ctx, call.member, hash)
        note(ctx, call, 'person.change_password')
      })
    },
  ),

  outside(
    'POST',
    '/security/totp',
    { needs: 'sender', does: 'begin with an authenticator app', body: withPassword },
    async (call) => {
      await askAgain(call, call.body.password)
      const { member } = call
      const { secret, uri } = await inAccount(call, (ctx) =>
        access.startTotpSetup(ctx, { id: member.person_id, email: member.email }),
      )
      return { secret, uri, qr: await QRCode.toString(uri, { type: 'svg', margin: 0 }) }
    },
  ),

  outside(
    'PUT',
    '/security/totp',
    {
      needs: 'sender',
      does: 'switch codes on with a first one; answers the backup codes',
      body: Type.Object({ code: text(20) }, noExtra),
    },
    async (call) => {
      await access.countAttempt(call.db, 'code', call.member.person_id)
      const backup_codes = await inAccount(call, async (ctx) => {
        const codes = await access.confirmTotp(ctx, call.member.person_id, call.body.code)
        if (codes !== undefined) note(ctx, call, 'person.start_totp')
        return codes
      })
      if (backup_codes === undefined)
        throw wrong('code', 'is not what the app shows now; check the clock of your telephone')
      await access.resetAttempts(call.db, 'code', call.member.person_id)
      return { backup_codes }
    },
  ),

  outside(
    'POST',
    '/security/totp/end',
    { needs: 'sender', does: 'stop asking for codes', body: withPassword },
    async (call) => {
      await askAgain(call, call.body.password)
      await inAccount(call, async (ctx) => {
        await access.disableTotp(ctx, call.member.person_id)
        note(ctx, call, 'person.end_totp')
      })
    },
  ),

  outside(
    'POST',
    '/security/backup-codes',
    { needs: 'sender', does: 'make ten new backup codes', body: withPassword },
    async (call) => {
      await askAgain(call, call.body.password)
      if (!call.member.has_totp)
        throw new ApiError('invalid_transition', { message: 'Set up an authenticator app first.' })
      const backup_codes = await inAccount(call, async (ctx) => {
        note(ctx, call, 'person.new_backup_codes')
        return access.createBackupCodes(ctx, {
          account_id: ctx.account_id,
          id: call.member.person_id,
        })
      })
      return { backup_codes }
    },
  ),

  outside(
    'POST',
    '/security/passkeys/options',
    { needs: 'sender', does: 'begin to add a passkey', body: withPassword },
    async (call) => {
      await askAgain(call, call.body.password)
      return access.startPasskeyRegistration(call.db, call.member)
    },
  ),

  outside(
    'POST',
    '/security/passkeys',
    {
      needs: 'sender',
      does: 'add a passkey',
      body: Type.Object(
        { ticket: text(4_000), response: Type.Object({}), name: text(100) },
        noExtra,
      ),
    },
    async (call) => {
      const passkey = await access.addPasskey(call.db, call.member, call.body, (ctx, made) =>
        note(ctx, call, 'passkey.add', { passkey: made.name }),
      )
      if (passkey === undefined) throw wrong('response', 'could not be verified; begin again')
      return new Answer(201, passkey)
    },
  ),

  operation(
    'DELETE',
    '/security/passkeys/:id',
    { needs: 'sender', does: 'remove one of your passkeys' },
    async (call) => {
      const { ctx, member, params } = call
      const { name } = await access.removePasskey(ctx, member.person_id, params.id ?? '')
      note(ctx, call, 'passkey.remove', { passkey: name })
    },
  ),
]
