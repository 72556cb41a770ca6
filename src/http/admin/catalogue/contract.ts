import { Type } from 'typebox'
import { operation } from '../lib/operation.ts'
import { strict } from '../lib/schemas.ts'

export const addSampleCatalogue = operation('POST', '/catalogue/sample', {
  permission: 'catalogue:write',
  summary: 'add the sample products and campaigns to an account without products',
  status: 201,
  reply: Type.Object({ variants: Type.Integer() }),
})

export const uploadImage = operation('POST', '/catalogue/images', {
  permission: 'catalogue:write',
  summary: 'upload an image',
  body: Type.Object({ content: Type.String({ maxLength: 1_000_000 }) }, strict),
  bodySize: 'large',
  status: 201,
  reply: Type.Object({ url: Type.String() }),
})
