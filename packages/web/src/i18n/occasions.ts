import type common from '../../../../locales/en/app/common.json'
import type area from '../../../../locales/en/app/occasions.json'
import { loadTexts } from './texts.ts'

export const { t, Trans } = await loadTexts<typeof common & typeof area>('occasions')
