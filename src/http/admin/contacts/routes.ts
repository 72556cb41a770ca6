import { hidesAddresses, type SessionUser } from '#accounts'
import * as contacts from '#contacts'
import { ApiError, orNotFound } from '#contract'
import type { TxContext } from '#platform/postgres/database'
import { audit } from '../lib/audit.ts'
import { assertIfMatch, setEtag } from '../lib/concurrency.ts'
import { handle } from '../lib/handle.ts'
import * as contract from './contract.ts'

/** The routes of contacts and their groups. The audit log has ids and names of fields, but no values. */
export const contactRoutes = [
  handle(contract.listContacts, async ({ ctx, member, query: { filter, page } }) => {
    const { q, ...rest } = filter
    const criteria = {
      ...rest,
      ...(q !== undefined && { search: q }),
      hasWholeAddressesOnly: hidesAddresses(member),
    }
    const found = await contacts.browseContacts(ctx, criteria, page)
    return { ...found, data: found.data.map((contact) => toView(contact, member)) }
  }),

  handle(contract.getContact, async ({ ctx, member, params, reply }) => {
    const contact = orNotFound(await contacts.findContact(ctx, params.id))
    setEtag(reply, contact.updated_at)
    return { ...toView(contact, member), manager: await findManager(ctx, contact, member) }
  }),

  handle(contract.createContact, async (context) => {
    const contact = await contacts.createContact(context.ctx, context.body)
    audit(context, 'person.create', contact.id, undefined)
    return toView(contact, context.member)
  }),

  handle(contract.updateContact, async (context) => {
    const { ctx, member, params, body, request, reply } = context
    const { contact, changed } = orNotFound(
      await contacts.updateContact(ctx, params.id, body, ({ updated_at }) =>
        assertIfMatch(request, updated_at),
      ),
    )
    if (changed.length > 0)
      audit(context, 'person.change', contact.id, undefined, { changed: changed.join(', ') })
    setEtag(reply, contact.updated_at)
    return toView(contact, member)
  }),

  handle(contract.deleteContact, async (context) => {
    const { id } = context.params
    if (!(await contacts.deleteContact(context.ctx, id))) throw new ApiError('not_found')
    audit(context, 'person.delete', id, undefined)
  }),

  handle(contract.listContactDoubles, async ({ ctx, member }) => ({
    data: (await contacts.listDoubles(ctx)).map(({ reason, contacts: pair }) => ({
      id: pair.map(({ id }) => id).join(' '),
      reason,
      contacts: pair.map((contact) => toView(contact, member)),
    })),
    has_more: false,
  })),

  handle(contract.mergeContacts, async (context) => {
    const { ctx, member, params, body } = context
    const { other_id, taken } = body
    const merged = orNotFound(await contacts.mergeContacts(ctx, params.id, other_id, taken))
    audit(context, 'person.merge', merged.id, undefined, { id: other_id })
    return toView(merged, member)
  }),

  handle(contract.listContactGroups, async ({ ctx }) => ({
    data: await contacts.listGroups(ctx),
    has_more: false,
  })),

  handle(contract.createContactGroup, async (context) => {
    const group = await contacts.createGroup(context.ctx, context.body.name)
    audit(context, 'contact_group.create', group.id, group.name)
    return group
  }),

  handle(contract.renameContactGroup, async (context) => {
    const { ctx, params, body } = context
    if (!(await contacts.renameGroup(ctx, params.id, body.name))) throw new ApiError('not_found')
    audit(context, 'contact_group.rename', params.id, body.name)
  }),

  handle(contract.deleteContactGroup, async (context) => {
    const { id } = context.params
    const name = orNotFound(await contacts.deleteGroup(context.ctx, id))
    audit(context, 'contact_group.delete', id, name)
  }),
]

/** Leaves out what a role that sees no addresses must not see. Its other addresses are masked in the response. */
function toView(contact: contacts.Contact, member: SessionUser) {
  const visible = hidesAddresses(member)
    ? { ...contact, private_emails: [], phone: null, birthday: null }
    : contact
  return { ...visible, name: contacts.toName(visible) }
}

async function findManager(ctx: TxContext, contact: contacts.Contact, member: SessionUser) {
  const manager = await contacts.findContact(ctx, contact.manager_id ?? '')
  return manager === undefined ? null : { id: manager.id, name: toView(manager, member).name }
}
