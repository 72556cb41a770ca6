import type { ActionMap } from './action-map.ts'

const manualShipping = {
  onlyInWebApp: 'a person at the warehouse enters it; a program uses the protocol of warehouses',
}

export const giftRequestActions: ActionMap = {
  path: '/gift-requests/',
  actions: {
    'POST /gift-requests/bulk/cancel': 'cancelGiftRequest',
    'POST /gift-requests/bulk/expire-at': 'extendGiftRequest',
    'POST /gift-requests/bulk/extend': 'extendGiftRequest',
    'POST /gift-requests/bulk/remind': 'remindGiftRequest',
    'POST /gift-requests/bulk/send-again': 'sendGiftRequestAgain',
    'POST /gift-requests/{id}/cancel': 'cancelGiftRequest',
    'POST /gift-requests/{id}/correct-email': 'correctGiftRequestEmail',
    'POST /gift-requests/{id}/digital-items/{item}/replace': {
      onlyInWebApp: 'an admin gives a reason, because the code of a recipient is revoked',
    },
    'POST /gift-requests/{id}/emails/{email}/resend': 'resendGiftRequestEmails',
    'POST /gift-requests/{id}/expire-at': 'extendGiftRequest',
    'POST /gift-requests/{id}/fix-address': 'changeGiftRequestAddress',
    'POST /gift-requests/{id}/parcels/{parcel}/progress': manualShipping,
    'POST /gift-requests/{id}/parcels/{parcel}/restock': manualShipping,
    'POST /gift-requests/{id}/parcels/{parcel}/ship-again': 'shipGiftRequestAgain',
    'PUT /gift-requests/{id}/parcels/{parcel}/tracking': manualShipping,
    'POST /gift-requests/{id}/remind': 'remindGiftRequest',
    'POST /gift-requests/{id}/reveal': {
      onlyInWebApp: 'the API never returns the address of a recipient; an admin gives a reason',
    },
    'POST /gift-requests/{id}/send-again': 'sendGiftRequestAgain',
  },
}
