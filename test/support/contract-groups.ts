import type { Operation } from '#contract/operation'
import { operations } from '#contract/operations'
import { attentionOperations } from '#contract/operations/attention-operations'
import { campaignChangeOperations } from '#contract/operations/campaign-change-operations'
import { catalogueOperations } from '#contract/operations/catalogue-operations'
import { claimOperations } from '#contract/operations/claim-operations'
import { deliveryOperations } from '#contract/operations/delivery-operations'
import { endpointOperations } from '#contract/operations/endpoint-operations'
import { exportOperations } from '#contract/operations/export-operations'
import { giftChangeOperations } from '#contract/operations/gift-change-operations'
import { giftDetailOperations } from '#contract/operations/gift-detail-operations'
import {
  campaignGreetingOperations,
  giftGreetingOperations,
} from '#contract/operations/greeting-operations'
import { recipientOperations } from '#contract/operations/recipient-operations'
import { reportOperations } from '#contract/operations/report-operations'

/**
 * The operations whose contract tests have a separate file, by the name of the file in `test/contract`. Each
 * file passes its group to `createContractSuite`. The file `contract.test.ts` tests all other operations.
 */
export const contractGroups: Readonly<Record<string, readonly Operation[]>> = {
  attention: attentionOperations,
  endpoints: [...endpointOperations, ...deliveryOperations],
  campaigns: campaignChangeOperations,
  catalogue: catalogueOperations,
  claims: claimOperations,
  recipients: recipientOperations,
  exports: exportOperations,
  greetings: [...giftGreetingOperations, ...campaignGreetingOperations],
  reports: reportOperations,
  'gift-changes': [...giftChangeOperations, ...giftDetailOperations],
}

const groupedOperations = new Set(Object.values(contractGroups).flat())

/** The operations without a separate test file. */
export const ungroupedOperations = operations.filter(
  (operation) => !groupedOperations.has(operation),
)
