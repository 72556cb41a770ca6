import * as accounts from '#accounts'
import * as connections from '#connections'
import { ApiError, orNotFound } from '#contract'
import * as mail from '#email'
import type { TxContext } from '#platform/postgres/database'
import { audit } from '../lib/audit.ts'
import { handle, handleWithoutTx } from '../lib/handle.ts'
import * as contract from './contract.ts'

/** The routes of the address from which an account sends its emails. No response contains the private key. */
export const emailSenderRoutes = [
  handle(contract.readEmailSender, async ({ ctx, installationMail }) => {
    const sender = await mail.readSender(ctx)
    const server = await findServer(ctx)
    return {
      sender: sender === undefined ? null : await toView(ctx, sender),
      server: server === undefined ? null : pickServer(server),
      installation_address: installationMail?.config.from.email ?? '',
    }
  }),

  handle(contract.saveEmailSender, async (context) => {
    const { ctx, body } = context
    const sender = await mail.saveSender(ctx, body.email)
    audit(context, 'email_sender.change', sender.id, sender.email)
    return toView(ctx, sender)
  }),

  handle(contract.removeEmailSender, async (context) => {
    const { id, email } = orNotFound(await mail.removeSender(context.ctx))
    audit(context, 'email_sender.delete', id, email)
  }),

  handleWithoutTx(contract.checkEmailSender, async ({ transact }) => ({
    records: await check(transact),
  })),

  handleWithoutTx(contract.enableEmailSender, async ({ transact }) => {
    const dkim = (await check(transact)).find(({ kind }) => kind === 'dkim')
    if (dkim?.problem !== null)
      throw new ApiError('not_allowed', {
        message: `The DKIM record at ${dkim?.name} is not right yet (${dkim?.problem}). Check the records, correct it, and enable the address then.`,
      })
    return transact(async (ctx) => {
      const sender = orNotFound(await mail.readSender(ctx))
      if (mail.dkimRecord(sender).name !== dkim.name)
        throw new ApiError('invalid_transition', {
          message:
            'Another admin has changed the address in the meantime. Check its records first.',
        })
      if (!(await accounts.isHostOfProvenDomain(ctx, sender.domain)))
        throw new ApiError('not_allowed', {
          message: `The domain ${sender.domain} is not proven. Prove it in Settings, Domains.`,
        })
      await mail.enableSender(ctx, true)
      audit({ ctx }, 'email_sender.enable', sender.id, sender.email)
      return toView(ctx, { ...sender, enabled: true })
    })
  }),

  handle(contract.disableEmailSender, async (context) => {
    const sender = orNotFound(await mail.enableSender(context.ctx, false))
    audit(context, 'email_sender.disable', sender.id, sender.email)
    return toView(context.ctx, sender)
  }),

  handleWithoutTx(contract.testEmailSender, async (context) => {
    const { transact, member, shipping, installationMail } = context
    if (installationMail === undefined) throw new ApiError('not_found')
    const to = { name: member.name, email: member.email }
    const result = orNotFound(
      await mail.sendTestEmail(transact, to, shipping.connectors, installationMail),
    )
    await transact(async (ctx) => {
      const { id, email } = orNotFound(await mail.readSender(ctx))
      audit({ ctx }, 'email_sender.test', id, email, { ok: result.ok })
    })
    return result
  }),
]

type Transact = <T>(run: (ctx: TxContext) => Promise<T>) => Promise<T>

async function check(transact: Transact): Promise<mail.RecordCheck[]> {
  const { sender, server, deployment } = await transact(async (ctx) => ({
    sender: orNotFound(await mail.readSender(ctx)),
    server: await findServer(ctx),
    deployment: ctx.deployment,
  }))
  return mail.checkRecords(sender, server !== undefined, deployment)
}

const findServer = async (ctx: TxContext) =>
  (await connections.findOfPort(ctx, 'mail')).find(({ is_default }) => is_default)

const pickServer = ({ id, name, enabled }: connections.ConnectionRow) => ({ id, name, enabled })

const toView = async (ctx: TxContext, sender: mail.SenderRow) => {
  const { email, domain, enabled, created_at } = sender
  return {
    ...{ email, domain, enabled, created_at },
    is_proven: await accounts.isHostOfProvenDomain(ctx, domain),
    record: mail.dkimRecord(sender),
  }
}
