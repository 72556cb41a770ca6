import { ApiError } from '#contract'
import { handleWithoutTx } from '../lib/handle.ts'
import * as contract from './contract.ts'

/**
 * The routes of the state of the installation, for operators. The response names an account only if an
 * endpoint of this account makes deliveries wait.
 */
export const systemRoutes = [
  handleWithoutTx(contract.readSystem, async ({ readSystemStatus }) => {
    if (readSystemStatus === undefined) throw new ApiError('not_found')
    return readSystemStatus()
  }),
]
