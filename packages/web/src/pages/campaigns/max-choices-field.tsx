import { NumberInput } from '@mantine/core'
import { t } from '#web/i18n/campaigns.ts'
import type { CampaignForm } from './campaign-form.ts'

/** A field for the number of items that each recipient can choose. */
export const MaxChoicesField = ({ form }: { form: CampaignForm }) => (
  <NumberInput
    label={t('Maximum number of items')}
    description={t('Recipients can choose fewer. Each item is from a different product.')}
    min={1}
    max={10}
    clampBehavior="strict"
    allowDecimal={false}
    styles={{ wrapper: { maxWidth: 200 } }}
    {...form.getInputProps('max_choices')}
  />
)
