import { forPages, only, type Screen } from './screen.ts'

const csvFile = only('a file that a person edits in a spreadsheet; a program sends the changes')
const bookkeeping = only('a person who has paid the charity records the payment')
const figures = only('amounts for a manager; programs read each cost in the downloaded file')
const codes = only('codes are personal secrets; the API writes them and never lists them')
const place = only('a warehouse needs a carrier that an operator configures')

export const catalogueScreens: readonly Screen[] = [
  {
    title: 'Campaigns',
    routes: {
      'GET /campaigns': 'listCampaigns',
      'POST /campaigns': 'createCampaign',
      'GET /campaigns/choices': forPages,
      'POST /campaigns/preview': only('renders the pages that a person looks at before saving'),
      'GET /campaigns/stats': 'getFunnel',
      'GET /campaigns/{id}': ['getCampaign', 'getCampaignSettings', 'getCampaignGreeting'],
      'PUT /campaigns/{id}': ['updateCampaign', 'updateCampaignSettings', 'setCampaignGreeting'],
      'POST /campaigns/{id}/archive': 'archiveCampaign',
      'POST /campaigns/{id}/clone': 'copyCampaign',
      'POST /campaigns/{id}/restore': 'restoreCampaign',
    },
  },
  {
    title: 'Catalogue',
    routes: {
      'GET /catalogue/products': 'listProducts',
      'POST /catalogue/products': ['createProduct', 'createVariant'],
      'POST /catalogue/products/bulk': 'bulkUpdateProducts',
      'GET /catalogue/products/{id}': ['getProduct', 'getVariant'],
      'PUT /catalogue/products/{id}': ['updateProduct', 'updateVariant'],
      'POST /catalogue/products/{id}/archive': 'archiveProduct',
      'POST /catalogue/products/{id}/restore': 'restoreProduct',
      'POST /catalogue/products/{id}/variants/{variant_id}/archive': 'archiveVariant',
      'POST /catalogue/products/{id}/variants/{variant_id}/restore': 'restoreVariant',
      'POST /catalogue/images': 'createPicture',
      'POST /catalogue/images/load': 'createPicture',
      'POST /catalogue/sample': only('gives a new account something to look at'),
      'PUT /catalogue/stock': ['setStockLevels', 'adjustStockLevels'],
      'GET /catalogue/export.csv': csvFile,
      'POST /catalogue/import': csvFile,
      'POST /catalogue/import/check': csvFile,
    },
  },
  {
    title: 'Digital contents',
    routes: {
      'GET /catalogue/variants/{id}/codes': codes,
      'GET /catalogue/variants/{id}/code-imports': codes,
      'POST /catalogue/variants/{id}/code-imports/{import}/revoke': codes,
      'POST /catalogue/variants/{id}/codes/import': 'importCodes',
      'POST /catalogue/variants/{id}/codes/{code}/revoke': codes,
      'PUT /catalogue/variants/{id}/content': 'updateVariant',
      'PUT /catalogue/variants/{id}/file': only('a person uploads the file from their computer'),
    },
  },
  {
    title: 'Warehouses',
    routes: {
      'GET /catalogue/warehouses': ['listWarehouses', 'getWarehouse'],
      'POST /catalogue/warehouses': place,
      'PATCH /catalogue/warehouses/{id}': place,
      'POST /catalogue/warehouses/{id}/archive': place,
    },
  },
  {
    title: 'Donations',
    routes: {
      'GET /donations.csv': bookkeeping,
      'POST /donations/payments': bookkeeping,
      'POST /donations/payments/{id}/revert': bookkeeping,
      'GET /donations/totals': bookkeeping,
      'GET /donations/totals.csv': bookkeeping,
    },
  },
  {
    title: 'Spend',
    routes: {
      'GET /spend': figures,
      'GET /spend.csv': figures,
      'GET /spend/costs.csv': figures,
    },
  },
]
