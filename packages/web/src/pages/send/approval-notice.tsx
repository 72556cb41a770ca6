import type { ApprovalReason } from '#web/admin-api.ts'
import { Notice } from '#web/components/feedback/notice.tsx'
import { sentenceSpace } from '#web/i18n/format.ts'
import { t } from '#web/i18n/send.ts'

const reasonTexts: Readonly<Record<ApprovalReason, string>> = {
  all: t('All sends of this account need it.'),
  gifts: t('It’s more gifts than you can send in 24 hours without approval.'),
  cost: t('It could cost more than you can spend in 24 hours without approval.'),
  unknown_cost: t('The account has a limit for the cost, and the cost of this gift is unknown.'),
}

/** A notice before the send. It says that someone must approve the send, and why. */
export const ApprovalNotice = ({ reasons }: { reasons: readonly ApprovalReason[] }) => {
  const [reason] = reasons
  if (reason === undefined) return null
  return (
    <Notice tone="info" title={t('This send needs an approval')}>
      {reasonTexts[reason]}
      {sentenceSpace}
      {t('Nothing is sent until then. You’ll get an email with the decision.')}
    </Notice>
  )
}
