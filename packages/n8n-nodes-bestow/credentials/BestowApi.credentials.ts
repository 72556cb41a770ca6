import type { ICredentialType, INodeProperties } from 'n8n-workflow'
import { apiVersion } from '../nodes/Bestow/operations.generated.ts'

/** A token of an account, and the address of its installation. */
export class BestowApi implements ICredentialType {
  name = 'bestowApi'
  displayName = 'Bestow API'
  icon = 'file:../nodes/Bestow/bestow.svg' as const
  documentationUrl = 'https://github.com/bestow/bestow/blob/main/docs/n8n.md'

  properties: INodeProperties[] = [
    {
      displayName: 'Address',
      name: 'origin',
      type: 'string',
      default: '',
      placeholder: 'https://gifts.example.com',
      description: 'The address of your installation, without a path',
      required: true,
    },
    {
      displayName: 'API Token',
      name: 'token',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      description: 'Created in Bestow under Developers › API keys',
      required: true,
    },
  ]

  authenticate = {
    type: 'generic' as const,
    properties: { headers: { Authorization: '=Bearer {{$credentials.token}}' } },
  }

  test = {
    request: {
      baseURL: '={{$credentials.origin.replace(/\\/+$/, "")}}/api',
      url: '/campaigns',
      qs: { limit: 1 },
      headers: { 'Service-API-Version': apiVersion },
    },
  }
}
