import type common from '../../../../locales/en/app/common.json'
import { loadTexts } from './texts.ts'

export const { t, Trans } = await loadTexts<typeof common>('common')
