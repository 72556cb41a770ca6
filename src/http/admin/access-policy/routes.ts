import * as accounts from '#accounts'
import { recordEntry } from '#audit'
import { formatClientAddress } from '#platform/lib/allowed-addresses'
import { assertIfMatch, setEtag } from '../lib/concurrency.ts'
import { handle, handleWithoutTx } from '../lib/handle.ts'
import { requireReauthentication } from '../lib/reauthentication.ts'
import * as contract from './contract.ts'

/** The routes of the access policy of the account. */
export const accessPolicyRoutes = [
  handle(contract.readAccessPolicy, async ({ ctx, reply, requestOrigin }) => {
    const { policy, updated_at } = await accounts.readAccessPolicy(ctx)
    setEtag(reply, updated_at)
    return { ...policy, own_address: toOwnAddress(requestOrigin) }
  }),

  handleWithoutTx(contract.saveAccessPolicy, async (context) => {
    const { member, request, reply, requestOrigin, body, transact } = context
    const { password, ...requested } = body
    await requireReauthentication(context, password)
    const { session_id, account_id: id, account_name: name } = member
    const { policy, updated_at } = await transact(async (ctx) => {
      const by = { session_id, address: requestOrigin.address }
      const saved = await accounts.saveAccessPolicy(ctx, requested, by, (before) =>
        assertIfMatch(request, before.updated_at),
      )
      const subject = { kind: 'account', id, name }
      const details = saved.changes
      recordEntry(ctx, { action: 'account.change_access_policy', subject, details })
      return saved
    })
    setEtag(reply, updated_at)
    return { ...policy, own_address: toOwnAddress(requestOrigin) }
  }),
]

const toOwnAddress = ({ address }: accounts.RequestOrigin) =>
  formatClientAddress(address) ?? address
