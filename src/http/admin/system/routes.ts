import { ApiError } from '#contract'
import { handleWithoutTx } from '../lib/handle.ts'
import * as contract from './contract.ts'

/** The state of the installation, for operators. Of accounts, it names only those whose endpoint makes deliveries wait. */
export const systemRoutes = [
  handleWithoutTx(contract.readSystem, async ({ readSystemStatus }) => {
    if (readSystemStatus === undefined) throw new ApiError('not_found')
    return readSystemStatus()
  }),
]
