import { campaignAppMembers } from '../campaign-resources.ts'
import { exampleIds, examples } from '../examples.ts'
import { campaignFilters } from '../list-query.ts'
import { operation } from '../operation.ts'
import { listErrors, listParameters, notFoundError } from './list-parameters.ts'

export const campaignOperations = [
  operation({
    id: 'listCampaigns',
    method: 'GET',
    path: '/campaigns',
    scope: 'campaigns:read',
    tag: 'Campaigns',
    summary: 'List campaigns',
    description:
      'Newest first, each with its whole catalogue: products, their variants, and the stock of each in each warehouse.',
    query: listParameters(25, campaignFilters, { state: 'Only those in this state.' }),
    responses: [
      {
        status: 200,
        description: 'A page of campaigns.',
        shape: 'many',
        type: 'campaigns',
        example: { data: [examples.campaign], has_more: false },
      },
    ],
    errors: listErrors,
  }),
  operation({
    id: 'getCampaign',
    method: 'GET',
    path: '/campaigns/{id}',
    scope: 'campaigns:read',
    tag: 'Campaigns',
    summary: 'Get a campaign',
    description: `One campaign with its catalogue. Create gift requests with its \`id\`, such as \`${exampleIds.campaign}\`.`,
    responses: [
      {
        status: 200,
        description: 'The campaign.',
        shape: 'one',
        type: 'campaigns',
        example: examples.campaign,
      },
    ],
    appMembers: campaignAppMembers,
    errors: [notFoundError],
  }),
]
