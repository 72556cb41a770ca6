// Generated from the OpenAPI documents by scripts/generate.ts. Do not edit.

import type { WebhookBodiesBy } from './versions.ts'

/** An example body of each webhook, by payload version and event type. */
export const fixtures: WebhookBodiesBy = {
  "2026-05": {
    "gift_request_created": {
      "id": "019de370-4ac0-74e2-8f3a-51c07d9be001",
      "reference": "GR-7K3MX9QP",
      "status": "submitted",
      "campaign": {
        "id": "019681f0-5a10-7c3e-9b1d-2f6a8e4c1001",
        "name": "Spring thank-you",
        "web_url": "http://localhost:3000/campaigns/019681f0-5a10-7c3e-9b1d-2f6a8e4c1001"
      },
      "redemption_url": null,
      "web_url": "http://localhost:3000/gift-requests/019de370-4ac0-74e2-8f3a-51c07d9be001",
      "recipient": {
        "id": "019de370-4ac0-74e2-8f3a-51c07d9be201",
        "thank_you_count": 0,
        "first_name": "Ada",
        "last_name": "Larkin",
        "name": "Ada Larkin",
        "email": "ada@example.com"
      },
      "sender": {
        "id": "019681f0-5a10-7c3e-9b1d-2f6a8e4c3001",
        "name": "Dana Lee",
        "email": "dana.lee@larkfield.example"
      },
      "shipping_address": null,
      "offering": {
        "selection_mode": "one",
        "visible_at_redemption": true,
        "line_items": [
          {
            "id": "019de370-4ac0-74e2-8f3a-51c07d9be101",
            "sku": "NB-LINEN-PLUM",
            "variant_id": "019681f0-5a10-7c3e-9b1d-2f6a8e4c2001",
            "name": "Linen notebook, plum",
            "quantity": 1,
            "images": [
              {
                "name": "Linen notebook",
                "url": "http://localhost:3000/images/notebook.svg",
                "urls": {
                  "thumbnail": "http://localhost:3000/images/notebook.svg",
                  "large": "http://localhost:3000/images/notebook.svg",
                  "large_wide": "http://localhost:3000/images/notebook.svg"
                }
              }
            ]
          }
        ]
      },
      "line_items": null,
      "email_message": {
        "subject": "A small thank-you from Larkfield",
        "body": "Choose what you like best. It is on us."
      },
      "created_at": "2026-05-01T10:30:00.000Z",
      "updated_at": "2026-05-01T10:30:00.240Z",
      "metadata": {}
    },
    "gift_request_redeemed": {
      "id": "019de370-4ac0-74e2-8f3a-51c07d9be001",
      "reference": "GR-7K3MX9QP",
      "status": "redeemed",
      "campaign": {
        "id": "019681f0-5a10-7c3e-9b1d-2f6a8e4c1001",
        "name": "Spring thank-you",
        "web_url": "http://localhost:3000/campaigns/019681f0-5a10-7c3e-9b1d-2f6a8e4c1001"
      },
      "redemption_url": "http://localhost:3000/r/q7Vt2LwX9bKd4M",
      "web_url": "http://localhost:3000/gift-requests/019de370-4ac0-74e2-8f3a-51c07d9be001",
      "recipient": {
        "id": "019de370-4ac0-74e2-8f3a-51c07d9be201",
        "thank_you_count": 0,
        "first_name": "Ada",
        "last_name": "Larkin",
        "name": "Ada Larkin",
        "email": "ada@example.com"
      },
      "sender": {
        "id": "019681f0-5a10-7c3e-9b1d-2f6a8e4c3001",
        "name": "Dana Lee",
        "email": "dana.lee@larkfield.example"
      },
      "shipping_address": null,
      "offering": {
        "selection_mode": "one",
        "visible_at_redemption": true,
        "line_items": [
          {
            "id": "019de370-4ac0-74e2-8f3a-51c07d9be101",
            "sku": "NB-LINEN-PLUM",
            "variant_id": "019681f0-5a10-7c3e-9b1d-2f6a8e4c2001",
            "name": "Linen notebook, plum",
            "quantity": 1,
            "images": [
              {
                "name": "Linen notebook",
                "url": "http://localhost:3000/images/notebook.svg",
                "urls": {
                  "thumbnail": "http://localhost:3000/images/notebook.svg",
                  "large": "http://localhost:3000/images/notebook.svg",
                  "large_wide": "http://localhost:3000/images/notebook.svg"
                }
              }
            ]
          }
        ]
      },
      "line_items": [
        {
          "id": "019de370-4ac0-74e2-8f3a-51c07d9be101",
          "sku": "NB-LINEN-PLUM",
          "variant_id": "019681f0-5a10-7c3e-9b1d-2f6a8e4c2001",
          "name": "Linen notebook, plum",
          "quantity": 1,
          "images": [
            {
              "name": "Linen notebook",
              "url": "http://localhost:3000/images/notebook.svg",
              "urls": {
                "thumbnail": "http://localhost:3000/images/notebook.svg",
                "large": "http://localhost:3000/images/notebook.svg",
                "large_wide": "http://localhost:3000/images/notebook.svg"
              }
            }
          ]
        }
      ],
      "email_message": {
        "subject": "A small thank-you from Larkfield",
        "body": "Choose what you like best. It is on us."
      },
      "created_at": "2026-05-01T10:30:00.000Z",
      "updated_at": "2026-05-01T10:30:00.240Z",
      "metadata": {}
    },
    "gift_request_dispatched": {
      "id": "019de370-4ac0-74e2-8f3a-51c07d9be001",
      "reference": "GR-7K3MX9QP",
      "status": "dispatched",
      "campaign": {
        "id": "019681f0-5a10-7c3e-9b1d-2f6a8e4c1001",
        "name": "Spring thank-you",
        "web_url": "http://localhost:3000/campaigns/019681f0-5a10-7c3e-9b1d-2f6a8e4c1001"
      },
      "redemption_url": "http://localhost:3000/r/q7Vt2LwX9bKd4M",
      "web_url": "http://localhost:3000/gift-requests/019de370-4ac0-74e2-8f3a-51c07d9be001",
      "recipient": {
        "id": "019de370-4ac0-74e2-8f3a-51c07d9be201",
        "thank_you_count": 0,
        "first_name": "Ada",
        "last_name": "Larkin",
        "name": "Ada Larkin",
        "email": "ada@example.com"
      },
      "sender": {
        "id": "019681f0-5a10-7c3e-9b1d-2f6a8e4c3001",
        "name": "Dana Lee",
        "email": "dana.lee@larkfield.example"
      },
      "shipping_address": null,
      "offering": {
        "selection_mode": "one",
        "visible_at_redemption": true,
        "line_items": [
          {
            "id": "019de370-4ac0-74e2-8f3a-51c07d9be101",
            "sku": "NB-LINEN-PLUM",
            "variant_id": "019681f0-5a10-7c3e-9b1d-2f6a8e4c2001",
            "name": "Linen notebook, plum",
            "quantity": 1,
            "images": [
              {
                "name": "Linen notebook",
                "url": "http://localhost:3000/images/notebook.svg",
                "urls": {
                  "thumbnail": "http://localhost:3000/images/notebook.svg",
                  "large": "http://localhost:3000/images/notebook.svg",
                  "large_wide": "http://localhost:3000/images/notebook.svg"
                }
              }
            ]
          }
        ]
      },
      "line_items": [
        {
          "id": "019de370-4ac0-74e2-8f3a-51c07d9be101",
          "sku": "NB-LINEN-PLUM",
          "variant_id": "019681f0-5a10-7c3e-9b1d-2f6a8e4c2001",
          "name": "Linen notebook, plum",
          "quantity": 1,
          "images": [
            {
              "name": "Linen notebook",
              "url": "http://localhost:3000/images/notebook.svg",
              "urls": {
                "thumbnail": "http://localhost:3000/images/notebook.svg",
                "large": "http://localhost:3000/images/notebook.svg",
                "large_wide": "http://localhost:3000/images/notebook.svg"
              }
            }
          ]
        }
      ],
      "email_message": {
        "subject": "A small thank-you from Larkfield",
        "body": "Choose what you like best. It is on us."
      },
      "created_at": "2026-05-01T10:30:00.000Z",
      "updated_at": "2026-05-01T10:30:00.240Z",
      "metadata": {}
    },
    "gift_request_delivered": {
      "id": "019de370-4ac0-74e2-8f3a-51c07d9be001",
      "reference": "GR-7K3MX9QP",
      "status": "delivered",
      "campaign": {
        "id": "019681f0-5a10-7c3e-9b1d-2f6a8e4c1001",
        "name": "Spring thank-you",
        "web_url": "http://localhost:3000/campaigns/019681f0-5a10-7c3e-9b1d-2f6a8e4c1001"
      },
      "redemption_url": "http://localhost:3000/r/q7Vt2LwX9bKd4M",
      "web_url": "http://localhost:3000/gift-requests/019de370-4ac0-74e2-8f3a-51c07d9be001",
      "recipient": {
        "id": "019de370-4ac0-74e2-8f3a-51c07d9be201",
        "thank_you_count": 0,
        "first_name": "Ada",
        "last_name": "Larkin",
        "name": "Ada Larkin",
        "email": "ada@example.com"
      },
      "sender": {
        "id": "019681f0-5a10-7c3e-9b1d-2f6a8e4c3001",
        "name": "Dana Lee",
        "email": "dana.lee@larkfield.example"
      },
      "shipping_address": null,
      "offering": {
        "selection_mode": "one",
        "visible_at_redemption": true,
        "line_items": [
          {
            "id": "019de370-4ac0-74e2-8f3a-51c07d9be101",
            "sku": "NB-LINEN-PLUM",
            "variant_id": "019681f0-5a10-7c3e-9b1d-2f6a8e4c2001",
            "name": "Linen notebook, plum",
            "quantity": 1,
            "images": [
              {
                "name": "Linen notebook",
                "url": "http://localhost:3000/images/notebook.svg",
                "urls": {
                  "thumbnail": "http://localhost:3000/images/notebook.svg",
                  "large": "http://localhost:3000/images/notebook.svg",
                  "large_wide": "http://localhost:3000/images/notebook.svg"
                }
              }
            ]
          }
        ]
      },
      "line_items": [
        {
          "id": "019de370-4ac0-74e2-8f3a-51c07d9be101",
          "sku": "NB-LINEN-PLUM",
          "variant_id": "019681f0-5a10-7c3e-9b1d-2f6a8e4c2001",
          "name": "Linen notebook, plum",
          "quantity": 1,
          "images": [
            {
              "name": "Linen notebook",
              "url": "http://localhost:3000/images/notebook.svg",
              "urls": {
                "thumbnail": "http://localhost:3000/images/notebook.svg",
                "large": "http://localhost:3000/images/notebook.svg",
                "large_wide": "http://localhost:3000/images/notebook.svg"
              }
            }
          ]
        }
      ],
      "email_message": {
        "subject": "A small thank-you from Larkfield",
        "body": "Choose what you like best. It is on us."
      },
      "created_at": "2026-05-01T10:30:00.000Z",
      "updated_at": "2026-05-01T10:30:00.240Z",
      "metadata": {}
    },
    "gift_request_cancelled": {
      "id": "019de370-4ac0-74e2-8f3a-51c07d9be001",
      "reference": "GR-7K3MX9QP",
      "status": "cancelled",
      "campaign": {
        "id": "019681f0-5a10-7c3e-9b1d-2f6a8e4c1001",
        "name": "Spring thank-you",
        "web_url": "http://localhost:3000/campaigns/019681f0-5a10-7c3e-9b1d-2f6a8e4c1001"
      },
      "redemption_url": "http://localhost:3000/r/q7Vt2LwX9bKd4M",
      "web_url": "http://localhost:3000/gift-requests/019de370-4ac0-74e2-8f3a-51c07d9be001",
      "recipient": {
        "id": "019de370-4ac0-74e2-8f3a-51c07d9be201",
        "thank_you_count": 0,
        "first_name": "Ada",
        "last_name": "Larkin",
        "name": "Ada Larkin",
        "email": "ada@example.com"
      },
      "sender": {
        "id": "019681f0-5a10-7c3e-9b1d-2f6a8e4c3001",
        "name": "Dana Lee",
        "email": "dana.lee@larkfield.example"
      },
      "shipping_address": null,
      "offering": {
        "selection_mode": "one",
        "visible_at_redemption": true,
        "line_items": [
          {
            "id": "019de370-4ac0-74e2-8f3a-51c07d9be101",
            "sku": "NB-LINEN-PLUM",
            "variant_id": "019681f0-5a10-7c3e-9b1d-2f6a8e4c2001",
            "name": "Linen notebook, plum",
            "quantity": 1,
            "images": [
              {
                "name": "Linen notebook",
                "url": "http://localhost:3000/images/notebook.svg",
                "urls": {
                  "thumbnail": "http://localhost:3000/images/notebook.svg",
                  "large": "http://localhost:3000/images/notebook.svg",
                  "large_wide": "http://localhost:3000/images/notebook.svg"
                }
              }
            ]
          }
        ]
      },
      "line_items": null,
      "email_message": {
        "subject": "A small thank-you from Larkfield",
        "body": "Choose what you like best. It is on us."
      },
      "created_at": "2026-05-01T10:30:00.000Z",
      "updated_at": "2026-05-01T10:30:00.240Z",
      "metadata": {}
    },
    "attention.backordered": {
      "id": "019de370-4ac0-74e2-8f3a-51c07d9bee01",
      "kind": "backordered",
      "subject": {
        "type": "gift_request",
        "id": "019de370-4ac0-74e2-8f3a-51c07d9be001"
      },
      "gift_request_id": "019de370-4ac0-74e2-8f3a-51c07d9be001",
      "cause": "out_of_stock",
      "message": "An item is out of stock. The gift ships when stock arrives.",
      "since": "2026-05-01T10:30:00.000Z",
      "raised_at": "2026-05-01T10:30:04.000Z",
      "cleared_at": null,
      "next_actions": [
        {
          "title": "Add stock",
          "operation": {
            "id": "adjustStockLevels",
            "method": "POST",
            "path": "/stock_levels/adjust"
          },
          "web_url": "https://gifts.larkfield.example/catalogue?stock=low"
        },
        {
          "title": "Cancel the gift",
          "operation": {
            "id": "cancelGiftRequest",
            "method": "POST",
            "path": "/gift_requests/019de370-4ac0-74e2-8f3a-51c07d9be001/cancel"
          },
          "web_url": "https://gifts.larkfield.example/gift-requests/019de370-4ac0-74e2-8f3a-51c07d9be001"
        }
      ]
    },
    "attention.address_refused": {
      "id": "019de370-4ac0-74e2-8f3a-51c07d9bee01",
      "kind": "address_refused",
      "subject": {
        "type": "gift_request",
        "id": "019de370-4ac0-74e2-8f3a-51c07d9be001"
      },
      "gift_request_id": "019de370-4ac0-74e2-8f3a-51c07d9be001",
      "cause": "out_of_stock",
      "message": "An item is out of stock. The gift ships when stock arrives.",
      "since": "2026-05-01T10:30:00.000Z",
      "raised_at": "2026-05-01T10:30:04.000Z",
      "cleared_at": null,
      "next_actions": [
        {
          "title": "Add stock",
          "operation": {
            "id": "adjustStockLevels",
            "method": "POST",
            "path": "/stock_levels/adjust"
          },
          "web_url": "https://gifts.larkfield.example/catalogue?stock=low"
        },
        {
          "title": "Cancel the gift",
          "operation": {
            "id": "cancelGiftRequest",
            "method": "POST",
            "path": "/gift_requests/019de370-4ac0-74e2-8f3a-51c07d9be001/cancel"
          },
          "web_url": "https://gifts.larkfield.example/gift-requests/019de370-4ac0-74e2-8f3a-51c07d9be001"
        }
      ]
    },
    "attention.delivery_attempt_failed": {
      "id": "019de370-4ac0-74e2-8f3a-51c07d9bee01",
      "kind": "delivery_attempt_failed",
      "subject": {
        "type": "gift_request",
        "id": "019de370-4ac0-74e2-8f3a-51c07d9be001"
      },
      "gift_request_id": "019de370-4ac0-74e2-8f3a-51c07d9be001",
      "cause": "out_of_stock",
      "message": "An item is out of stock. The gift ships when stock arrives.",
      "since": "2026-05-01T10:30:00.000Z",
      "raised_at": "2026-05-01T10:30:04.000Z",
      "cleared_at": null,
      "next_actions": [
        {
          "title": "Add stock",
          "operation": {
            "id": "adjustStockLevels",
            "method": "POST",
            "path": "/stock_levels/adjust"
          },
          "web_url": "https://gifts.larkfield.example/catalogue?stock=low"
        },
        {
          "title": "Cancel the gift",
          "operation": {
            "id": "cancelGiftRequest",
            "method": "POST",
            "path": "/gift_requests/019de370-4ac0-74e2-8f3a-51c07d9be001/cancel"
          },
          "web_url": "https://gifts.larkfield.example/gift-requests/019de370-4ac0-74e2-8f3a-51c07d9be001"
        }
      ]
    },
    "attention.overdue": {
      "id": "019de370-4ac0-74e2-8f3a-51c07d9bee01",
      "kind": "overdue",
      "subject": {
        "type": "gift_request",
        "id": "019de370-4ac0-74e2-8f3a-51c07d9be001"
      },
      "gift_request_id": "019de370-4ac0-74e2-8f3a-51c07d9be001",
      "cause": "out_of_stock",
      "message": "An item is out of stock. The gift ships when stock arrives.",
      "since": "2026-05-01T10:30:00.000Z",
      "raised_at": "2026-05-01T10:30:04.000Z",
      "cleared_at": null,
      "next_actions": [
        {
          "title": "Add stock",
          "operation": {
            "id": "adjustStockLevels",
            "method": "POST",
            "path": "/stock_levels/adjust"
          },
          "web_url": "https://gifts.larkfield.example/catalogue?stock=low"
        },
        {
          "title": "Cancel the gift",
          "operation": {
            "id": "cancelGiftRequest",
            "method": "POST",
            "path": "/gift_requests/019de370-4ac0-74e2-8f3a-51c07d9be001/cancel"
          },
          "web_url": "https://gifts.larkfield.example/gift-requests/019de370-4ac0-74e2-8f3a-51c07d9be001"
        }
      ]
    },
    "attention.email_bounced": {
      "id": "019de370-4ac0-74e2-8f3a-51c07d9bee01",
      "kind": "email_bounced",
      "subject": {
        "type": "gift_request",
        "id": "019de370-4ac0-74e2-8f3a-51c07d9be001"
      },
      "gift_request_id": "019de370-4ac0-74e2-8f3a-51c07d9be001",
      "cause": "out_of_stock",
      "message": "An item is out of stock. The gift ships when stock arrives.",
      "since": "2026-05-01T10:30:00.000Z",
      "raised_at": "2026-05-01T10:30:04.000Z",
      "cleared_at": null,
      "next_actions": [
        {
          "title": "Add stock",
          "operation": {
            "id": "adjustStockLevels",
            "method": "POST",
            "path": "/stock_levels/adjust"
          },
          "web_url": "https://gifts.larkfield.example/catalogue?stock=low"
        },
        {
          "title": "Cancel the gift",
          "operation": {
            "id": "cancelGiftRequest",
            "method": "POST",
            "path": "/gift_requests/019de370-4ac0-74e2-8f3a-51c07d9be001/cancel"
          },
          "web_url": "https://gifts.larkfield.example/gift-requests/019de370-4ac0-74e2-8f3a-51c07d9be001"
        }
      ]
    },
    "attention.expiring": {
      "id": "019de370-4ac0-74e2-8f3a-51c07d9bee01",
      "kind": "expiring",
      "subject": {
        "type": "gift_request",
        "id": "019de370-4ac0-74e2-8f3a-51c07d9be001"
      },
      "gift_request_id": "019de370-4ac0-74e2-8f3a-51c07d9be001",
      "cause": "out_of_stock",
      "message": "An item is out of stock. The gift ships when stock arrives.",
      "since": "2026-05-01T10:30:00.000Z",
      "raised_at": "2026-05-01T10:30:04.000Z",
      "cleared_at": null,
      "next_actions": [
        {
          "title": "Add stock",
          "operation": {
            "id": "adjustStockLevels",
            "method": "POST",
            "path": "/stock_levels/adjust"
          },
          "web_url": "https://gifts.larkfield.example/catalogue?stock=low"
        },
        {
          "title": "Cancel the gift",
          "operation": {
            "id": "cancelGiftRequest",
            "method": "POST",
            "path": "/gift_requests/019de370-4ac0-74e2-8f3a-51c07d9be001/cancel"
          },
          "web_url": "https://gifts.larkfield.example/gift-requests/019de370-4ac0-74e2-8f3a-51c07d9be001"
        }
      ]
    },
    "attention.stock_low": {
      "id": "019de370-4ac0-74e2-8f3a-51c07d9bee01",
      "kind": "stock_low",
      "subject": {
        "type": "gift_request",
        "id": "019de370-4ac0-74e2-8f3a-51c07d9be001"
      },
      "gift_request_id": "019de370-4ac0-74e2-8f3a-51c07d9be001",
      "cause": "out_of_stock",
      "message": "An item is out of stock. The gift ships when stock arrives.",
      "since": "2026-05-01T10:30:00.000Z",
      "raised_at": "2026-05-01T10:30:04.000Z",
      "cleared_at": null,
      "next_actions": [
        {
          "title": "Add stock",
          "operation": {
            "id": "adjustStockLevels",
            "method": "POST",
            "path": "/stock_levels/adjust"
          },
          "web_url": "https://gifts.larkfield.example/catalogue?stock=low"
        },
        {
          "title": "Cancel the gift",
          "operation": {
            "id": "cancelGiftRequest",
            "method": "POST",
            "path": "/gift_requests/019de370-4ac0-74e2-8f3a-51c07d9be001/cancel"
          },
          "web_url": "https://gifts.larkfield.example/gift-requests/019de370-4ac0-74e2-8f3a-51c07d9be001"
        }
      ]
    },
    "attention.endpoint_failing": {
      "id": "019de370-4ac0-74e2-8f3a-51c07d9bee01",
      "kind": "endpoint_failing",
      "subject": {
        "type": "gift_request",
        "id": "019de370-4ac0-74e2-8f3a-51c07d9be001"
      },
      "gift_request_id": "019de370-4ac0-74e2-8f3a-51c07d9be001",
      "cause": "out_of_stock",
      "message": "An item is out of stock. The gift ships when stock arrives.",
      "since": "2026-05-01T10:30:00.000Z",
      "raised_at": "2026-05-01T10:30:04.000Z",
      "cleared_at": null,
      "next_actions": [
        {
          "title": "Add stock",
          "operation": {
            "id": "adjustStockLevels",
            "method": "POST",
            "path": "/stock_levels/adjust"
          },
          "web_url": "https://gifts.larkfield.example/catalogue?stock=low"
        },
        {
          "title": "Cancel the gift",
          "operation": {
            "id": "cancelGiftRequest",
            "method": "POST",
            "path": "/gift_requests/019de370-4ac0-74e2-8f3a-51c07d9be001/cancel"
          },
          "web_url": "https://gifts.larkfield.example/gift-requests/019de370-4ac0-74e2-8f3a-51c07d9be001"
        }
      ]
    },
    "attention.delivery_abandoned": {
      "id": "019de370-4ac0-74e2-8f3a-51c07d9bee01",
      "kind": "delivery_abandoned",
      "subject": {
        "type": "gift_request",
        "id": "019de370-4ac0-74e2-8f3a-51c07d9be001"
      },
      "gift_request_id": "019de370-4ac0-74e2-8f3a-51c07d9be001",
      "cause": "out_of_stock",
      "message": "An item is out of stock. The gift ships when stock arrives.",
      "since": "2026-05-01T10:30:00.000Z",
      "raised_at": "2026-05-01T10:30:04.000Z",
      "cleared_at": null,
      "next_actions": [
        {
          "title": "Add stock",
          "operation": {
            "id": "adjustStockLevels",
            "method": "POST",
            "path": "/stock_levels/adjust"
          },
          "web_url": "https://gifts.larkfield.example/catalogue?stock=low"
        },
        {
          "title": "Cancel the gift",
          "operation": {
            "id": "cancelGiftRequest",
            "method": "POST",
            "path": "/gift_requests/019de370-4ac0-74e2-8f3a-51c07d9be001/cancel"
          },
          "web_url": "https://gifts.larkfield.example/gift-requests/019de370-4ac0-74e2-8f3a-51c07d9be001"
        }
      ]
    },
    "attention.parcel_lost": {
      "id": "019de370-4ac0-74e2-8f3a-51c07d9bee01",
      "kind": "parcel_lost",
      "subject": {
        "type": "gift_request",
        "id": "019de370-4ac0-74e2-8f3a-51c07d9be001"
      },
      "gift_request_id": "019de370-4ac0-74e2-8f3a-51c07d9be001",
      "cause": "out_of_stock",
      "message": "An item is out of stock. The gift ships when stock arrives.",
      "since": "2026-05-01T10:30:00.000Z",
      "raised_at": "2026-05-01T10:30:04.000Z",
      "cleared_at": null,
      "next_actions": [
        {
          "title": "Add stock",
          "operation": {
            "id": "adjustStockLevels",
            "method": "POST",
            "path": "/stock_levels/adjust"
          },
          "web_url": "https://gifts.larkfield.example/catalogue?stock=low"
        },
        {
          "title": "Cancel the gift",
          "operation": {
            "id": "cancelGiftRequest",
            "method": "POST",
            "path": "/gift_requests/019de370-4ac0-74e2-8f3a-51c07d9be001/cancel"
          },
          "web_url": "https://gifts.larkfield.example/gift-requests/019de370-4ac0-74e2-8f3a-51c07d9be001"
        }
      ]
    },
    "attention.cleared": {
      "id": "019de370-4ac0-74e2-8f3a-51c07d9bee01",
      "kind": "backordered",
      "subject": {
        "type": "gift_request",
        "id": "019de370-4ac0-74e2-8f3a-51c07d9be001"
      },
      "gift_request_id": "019de370-4ac0-74e2-8f3a-51c07d9be001",
      "cause": "out_of_stock",
      "message": "An item is out of stock. The gift ships when stock arrives.",
      "since": "2026-05-01T10:30:00.000Z",
      "raised_at": "2026-05-01T10:30:04.000Z",
      "cleared_at": "2026-05-02T09:00:00.000Z",
      "next_actions": []
    }
  },
  "2025-10": {
    "gift_request_created": {
      "data": {
        "type": "gift_requests",
        "id": "019de370-4ac0-74e2-8f3a-51c07d9be001",
        "attributes": {
          "reference": "GR-7K3MX9QP",
          "state": "submitted",
          "redemption_url": null,
          "web_url": "http://localhost:3000/gift-requests/019de370-4ac0-74e2-8f3a-51c07d9be001",
          "created_at": "2026-05-01T10:30:00.000Z",
          "updated_at": "2026-05-01T10:30:00.240Z"
        },
        "relationships": {
          "campaign": {
            "data": {
              "type": "campaigns",
              "id": "019681f0-5a10-7c3e-9b1d-2f6a8e4c1001"
            }
          },
          "recipient": {
            "data": {
              "type": "recipients",
              "id": "019de370-4ac0-74e2-8f3a-51c07d9be201"
            }
          },
          "sender": {
            "data": {
              "type": "senders",
              "id": "019681f0-5a10-7c3e-9b1d-2f6a8e4c3001"
            }
          }
        }
      },
      "included": [
        {
          "type": "campaigns",
          "id": "019681f0-5a10-7c3e-9b1d-2f6a8e4c1001",
          "attributes": {
            "name": "Spring thank-you",
            "web_url": "http://localhost:3000/campaigns/019681f0-5a10-7c3e-9b1d-2f6a8e4c1001"
          }
        },
        {
          "type": "recipients",
          "id": "019de370-4ac0-74e2-8f3a-51c07d9be201",
          "attributes": {
            "thank_you_count": 0,
            "first_name": "Ada",
            "last_name": "Larkin",
            "name": "Ada Larkin",
            "email": "ada@example.com"
          }
        },
        {
          "type": "senders",
          "id": "019681f0-5a10-7c3e-9b1d-2f6a8e4c3001",
          "attributes": {
            "name": "Dana Lee",
            "email": "dana.lee@larkfield.example"
          }
        }
      ],
      "jsonapi": {
        "version": "1.0"
      }
    },
    "gift_request_redeemed": {
      "data": {
        "type": "gift_requests",
        "id": "019de370-4ac0-74e2-8f3a-51c07d9be001",
        "attributes": {
          "reference": "GR-7K3MX9QP",
          "state": "redeemed",
          "redemption_url": "http://localhost:3000/r/q7Vt2LwX9bKd4M",
          "web_url": "http://localhost:3000/gift-requests/019de370-4ac0-74e2-8f3a-51c07d9be001",
          "created_at": "2026-05-01T10:30:00.000Z",
          "updated_at": "2026-05-01T10:30:00.240Z"
        },
        "relationships": {
          "campaign": {
            "data": {
              "type": "campaigns",
              "id": "019681f0-5a10-7c3e-9b1d-2f6a8e4c1001"
            }
          },
          "recipient": {
            "data": {
              "type": "recipients",
              "id": "019de370-4ac0-74e2-8f3a-51c07d9be201"
            }
          },
          "sender": {
            "data": {
              "type": "senders",
              "id": "019681f0-5a10-7c3e-9b1d-2f6a8e4c3001"
            }
          }
        }
      },
      "included": [
        {
          "type": "campaigns",
          "id": "019681f0-5a10-7c3e-9b1d-2f6a8e4c1001",
          "attributes": {
            "name": "Spring thank-you",
            "web_url": "http://localhost:3000/campaigns/019681f0-5a10-7c3e-9b1d-2f6a8e4c1001"
          }
        },
        {
          "type": "recipients",
          "id": "019de370-4ac0-74e2-8f3a-51c07d9be201",
          "attributes": {
            "thank_you_count": 0,
            "first_name": "Ada",
            "last_name": "Larkin",
            "name": "Ada Larkin",
            "email": "ada@example.com"
          }
        },
        {
          "type": "senders",
          "id": "019681f0-5a10-7c3e-9b1d-2f6a8e4c3001",
          "attributes": {
            "name": "Dana Lee",
            "email": "dana.lee@larkfield.example"
          }
        }
      ],
      "jsonapi": {
        "version": "1.0"
      }
    },
    "gift_request_dispatched": {
      "data": {
        "type": "gift_requests",
        "id": "019de370-4ac0-74e2-8f3a-51c07d9be001",
        "attributes": {
          "reference": "GR-7K3MX9QP",
          "state": "dispatched",
          "redemption_url": "http://localhost:3000/r/q7Vt2LwX9bKd4M",
          "web_url": "http://localhost:3000/gift-requests/019de370-4ac0-74e2-8f3a-51c07d9be001",
          "created_at": "2026-05-01T10:30:00.000Z",
          "updated_at": "2026-05-01T10:30:00.240Z"
        },
        "relationships": {
          "campaign": {
            "data": {
              "type": "campaigns",
              "id": "019681f0-5a10-7c3e-9b1d-2f6a8e4c1001"
            }
          },
          "recipient": {
            "data": {
              "type": "recipients",
              "id": "019de370-4ac0-74e2-8f3a-51c07d9be201"
            }
          },
          "sender": {
            "data": {
              "type": "senders",
              "id": "019681f0-5a10-7c3e-9b1d-2f6a8e4c3001"
            }
          }
        }
      },
      "included": [
        {
          "type": "campaigns",
          "id": "019681f0-5a10-7c3e-9b1d-2f6a8e4c1001",
          "attributes": {
            "name": "Spring thank-you",
            "web_url": "http://localhost:3000/campaigns/019681f0-5a10-7c3e-9b1d-2f6a8e4c1001"
          }
        },
        {
          "type": "recipients",
          "id": "019de370-4ac0-74e2-8f3a-51c07d9be201",
          "attributes": {
            "thank_you_count": 0,
            "first_name": "Ada",
            "last_name": "Larkin",
            "name": "Ada Larkin",
            "email": "ada@example.com"
          }
        },
        {
          "type": "senders",
          "id": "019681f0-5a10-7c3e-9b1d-2f6a8e4c3001",
          "attributes": {
            "name": "Dana Lee",
            "email": "dana.lee@larkfield.example"
          }
        }
      ],
      "jsonapi": {
        "version": "1.0"
      }
    },
    "gift_request_delivered": {
      "data": {
        "type": "gift_requests",
        "id": "019de370-4ac0-74e2-8f3a-51c07d9be001",
        "attributes": {
          "reference": "GR-7K3MX9QP",
          "state": "delivered",
          "redemption_url": "http://localhost:3000/r/q7Vt2LwX9bKd4M",
          "web_url": "http://localhost:3000/gift-requests/019de370-4ac0-74e2-8f3a-51c07d9be001",
          "created_at": "2026-05-01T10:30:00.000Z",
          "updated_at": "2026-05-01T10:30:00.240Z"
        },
        "relationships": {
          "campaign": {
            "data": {
              "type": "campaigns",
              "id": "019681f0-5a10-7c3e-9b1d-2f6a8e4c1001"
            }
          },
          "recipient": {
            "data": {
              "type": "recipients",
              "id": "019de370-4ac0-74e2-8f3a-51c07d9be201"
            }
          },
          "sender": {
            "data": {
              "type": "senders",
              "id": "019681f0-5a10-7c3e-9b1d-2f6a8e4c3001"
            }
          }
        }
      },
      "included": [
        {
          "type": "campaigns",
          "id": "019681f0-5a10-7c3e-9b1d-2f6a8e4c1001",
          "attributes": {
            "name": "Spring thank-you",
            "web_url": "http://localhost:3000/campaigns/019681f0-5a10-7c3e-9b1d-2f6a8e4c1001"
          }
        },
        {
          "type": "recipients",
          "id": "019de370-4ac0-74e2-8f3a-51c07d9be201",
          "attributes": {
            "thank_you_count": 0,
            "first_name": "Ada",
            "last_name": "Larkin",
            "name": "Ada Larkin",
            "email": "ada@example.com"
          }
        },
        {
          "type": "senders",
          "id": "019681f0-5a10-7c3e-9b1d-2f6a8e4c3001",
          "attributes": {
            "name": "Dana Lee",
            "email": "dana.lee@larkfield.example"
          }
        }
      ],
      "jsonapi": {
        "version": "1.0"
      }
    },
    "gift_request_cancelled": {
      "data": {
        "type": "gift_requests",
        "id": "019de370-4ac0-74e2-8f3a-51c07d9be001",
        "attributes": {
          "reference": "GR-7K3MX9QP",
          "state": "cancelled",
          "redemption_url": "http://localhost:3000/r/q7Vt2LwX9bKd4M",
          "web_url": "http://localhost:3000/gift-requests/019de370-4ac0-74e2-8f3a-51c07d9be001",
          "created_at": "2026-05-01T10:30:00.000Z",
          "updated_at": "2026-05-01T10:30:00.240Z"
        },
        "relationships": {
          "campaign": {
            "data": {
              "type": "campaigns",
              "id": "019681f0-5a10-7c3e-9b1d-2f6a8e4c1001"
            }
          },
          "recipient": {
            "data": {
              "type": "recipients",
              "id": "019de370-4ac0-74e2-8f3a-51c07d9be201"
            }
          },
          "sender": {
            "data": {
              "type": "senders",
              "id": "019681f0-5a10-7c3e-9b1d-2f6a8e4c3001"
            }
          }
        }
      },
      "included": [
        {
          "type": "campaigns",
          "id": "019681f0-5a10-7c3e-9b1d-2f6a8e4c1001",
          "attributes": {
            "name": "Spring thank-you",
            "web_url": "http://localhost:3000/campaigns/019681f0-5a10-7c3e-9b1d-2f6a8e4c1001"
          }
        },
        {
          "type": "recipients",
          "id": "019de370-4ac0-74e2-8f3a-51c07d9be201",
          "attributes": {
            "thank_you_count": 0,
            "first_name": "Ada",
            "last_name": "Larkin",
            "name": "Ada Larkin",
            "email": "ada@example.com"
          }
        },
        {
          "type": "senders",
          "id": "019681f0-5a10-7c3e-9b1d-2f6a8e4c3001",
          "attributes": {
            "name": "Dana Lee",
            "email": "dana.lee@larkfield.example"
          }
        }
      ],
      "jsonapi": {
        "version": "1.0"
      }
    },
    "attention.backordered": {
      "data": {
        "type": "attention_items",
        "id": "019de370-4ac0-74e2-8f3a-51c07d9bee01",
        "attributes": {
          "kind": "backordered",
          "subject": {
            "type": "gift_request",
            "id": "019de370-4ac0-74e2-8f3a-51c07d9be001"
          },
          "gift_request_id": "019de370-4ac0-74e2-8f3a-51c07d9be001",
          "cause": "out_of_stock",
          "message": "An item is out of stock. The gift ships when stock arrives.",
          "since": "2026-05-01T10:30:00.000Z",
          "raised_at": "2026-05-01T10:30:04.000Z",
          "cleared_at": null,
          "next_actions": [
            {
              "title": "Add stock",
              "operation": {
                "id": "adjustStockLevels",
                "method": "POST",
                "path": "/stock_levels/adjust"
              },
              "web_url": "https://gifts.larkfield.example/catalogue?stock=low"
            },
            {
              "title": "Cancel the gift",
              "operation": {
                "id": "cancelGiftRequest",
                "method": "POST",
                "path": "/gift_requests/019de370-4ac0-74e2-8f3a-51c07d9be001/cancel"
              },
              "web_url": "https://gifts.larkfield.example/gift-requests/019de370-4ac0-74e2-8f3a-51c07d9be001"
            }
          ]
        }
      },
      "jsonapi": {
        "version": "1.0"
      }
    },
    "attention.address_refused": {
      "data": {
        "type": "attention_items",
        "id": "019de370-4ac0-74e2-8f3a-51c07d9bee01",
        "attributes": {
          "kind": "address_refused",
          "subject": {
            "type": "gift_request",
            "id": "019de370-4ac0-74e2-8f3a-51c07d9be001"
          },
          "gift_request_id": "019de370-4ac0-74e2-8f3a-51c07d9be001",
          "cause": "out_of_stock",
          "message": "An item is out of stock. The gift ships when stock arrives.",
          "since": "2026-05-01T10:30:00.000Z",
          "raised_at": "2026-05-01T10:30:04.000Z",
          "cleared_at": null,
          "next_actions": [
            {
              "title": "Add stock",
              "operation": {
                "id": "adjustStockLevels",
                "method": "POST",
                "path": "/stock_levels/adjust"
              },
              "web_url": "https://gifts.larkfield.example/catalogue?stock=low"
            },
            {
              "title": "Cancel the gift",
              "operation": {
                "id": "cancelGiftRequest",
                "method": "POST",
                "path": "/gift_requests/019de370-4ac0-74e2-8f3a-51c07d9be001/cancel"
              },
              "web_url": "https://gifts.larkfield.example/gift-requests/019de370-4ac0-74e2-8f3a-51c07d9be001"
            }
          ]
        }
      },
      "jsonapi": {
        "version": "1.0"
      }
    },
    "attention.delivery_attempt_failed": {
      "data": {
        "type": "attention_items",
        "id": "019de370-4ac0-74e2-8f3a-51c07d9bee01",
        "attributes": {
          "kind": "delivery_attempt_failed",
          "subject": {
            "type": "gift_request",
            "id": "019de370-4ac0-74e2-8f3a-51c07d9be001"
          },
          "gift_request_id": "019de370-4ac0-74e2-8f3a-51c07d9be001",
          "cause": "out_of_stock",
          "message": "An item is out of stock. The gift ships when stock arrives.",
          "since": "2026-05-01T10:30:00.000Z",
          "raised_at": "2026-05-01T10:30:04.000Z",
          "cleared_at": null,
          "next_actions": [
            {
              "title": "Add stock",
              "operation": {
                "id": "adjustStockLevels",
                "method": "POST",
                "path": "/stock_levels/adjust"
              },
              "web_url": "https://gifts.larkfield.example/catalogue?stock=low"
            },
            {
              "title": "Cancel the gift",
              "operation": {
                "id": "cancelGiftRequest",
                "method": "POST",
                "path": "/gift_requests/019de370-4ac0-74e2-8f3a-51c07d9be001/cancel"
              },
              "web_url": "https://gifts.larkfield.example/gift-requests/019de370-4ac0-74e2-8f3a-51c07d9be001"
            }
          ]
        }
      },
      "jsonapi": {
        "version": "1.0"
      }
    },
    "attention.overdue": {
      "data": {
        "type": "attention_items",
        "id": "019de370-4ac0-74e2-8f3a-51c07d9bee01",
        "attributes": {
          "kind": "overdue",
          "subject": {
            "type": "gift_request",
            "id": "019de370-4ac0-74e2-8f3a-51c07d9be001"
          },
          "gift_request_id": "019de370-4ac0-74e2-8f3a-51c07d9be001",
          "cause": "out_of_stock",
          "message": "An item is out of stock. The gift ships when stock arrives.",
          "since": "2026-05-01T10:30:00.000Z",
          "raised_at": "2026-05-01T10:30:04.000Z",
          "cleared_at": null,
          "next_actions": [
            {
              "title": "Add stock",
              "operation": {
                "id": "adjustStockLevels",
                "method": "POST",
                "path": "/stock_levels/adjust"
              },
              "web_url": "https://gifts.larkfield.example/catalogue?stock=low"
            },
            {
              "title": "Cancel the gift",
              "operation": {
                "id": "cancelGiftRequest",
                "method": "POST",
                "path": "/gift_requests/019de370-4ac0-74e2-8f3a-51c07d9be001/cancel"
              },
              "web_url": "https://gifts.larkfield.example/gift-requests/019de370-4ac0-74e2-8f3a-51c07d9be001"
            }
          ]
        }
      },
      "jsonapi": {
        "version": "1.0"
      }
    },
    "attention.email_bounced": {
      "data": {
        "type": "attention_items",
        "id": "019de370-4ac0-74e2-8f3a-51c07d9bee01",
        "attributes": {
          "kind": "email_bounced",
          "subject": {
            "type": "gift_request",
            "id": "019de370-4ac0-74e2-8f3a-51c07d9be001"
          },
          "gift_request_id": "019de370-4ac0-74e2-8f3a-51c07d9be001",
          "cause": "out_of_stock",
          "message": "An item is out of stock. The gift ships when stock arrives.",
          "since": "2026-05-01T10:30:00.000Z",
          "raised_at": "2026-05-01T10:30:04.000Z",
          "cleared_at": null,
          "next_actions": [
            {
              "title": "Add stock",
              "operation": {
                "id": "adjustStockLevels",
                "method": "POST",
                "path": "/stock_levels/adjust"
              },
              "web_url": "https://gifts.larkfield.example/catalogue?stock=low"
            },
            {
              "title": "Cancel the gift",
              "operation": {
                "id": "cancelGiftRequest",
                "method": "POST",
                "path": "/gift_requests/019de370-4ac0-74e2-8f3a-51c07d9be001/cancel"
              },
              "web_url": "https://gifts.larkfield.example/gift-requests/019de370-4ac0-74e2-8f3a-51c07d9be001"
            }
          ]
        }
      },
      "jsonapi": {
        "version": "1.0"
      }
    },
    "attention.expiring": {
      "data": {
        "type": "attention_items",
        "id": "019de370-4ac0-74e2-8f3a-51c07d9bee01",
        "attributes": {
          "kind": "expiring",
          "subject": {
            "type": "gift_request",
            "id": "019de370-4ac0-74e2-8f3a-51c07d9be001"
          },
          "gift_request_id": "019de370-4ac0-74e2-8f3a-51c07d9be001",
          "cause": "out_of_stock",
          "message": "An item is out of stock. The gift ships when stock arrives.",
          "since": "2026-05-01T10:30:00.000Z",
          "raised_at": "2026-05-01T10:30:04.000Z",
          "cleared_at": null,
          "next_actions": [
            {
              "title": "Add stock",
              "operation": {
                "id": "adjustStockLevels",
                "method": "POST",
                "path": "/stock_levels/adjust"
              },
              "web_url": "https://gifts.larkfield.example/catalogue?stock=low"
            },
            {
              "title": "Cancel the gift",
              "operation": {
                "id": "cancelGiftRequest",
                "method": "POST",
                "path": "/gift_requests/019de370-4ac0-74e2-8f3a-51c07d9be001/cancel"
              },
              "web_url": "https://gifts.larkfield.example/gift-requests/019de370-4ac0-74e2-8f3a-51c07d9be001"
            }
          ]
        }
      },
      "jsonapi": {
        "version": "1.0"
      }
    },
    "attention.stock_low": {
      "data": {
        "type": "attention_items",
        "id": "019de370-4ac0-74e2-8f3a-51c07d9bee01",
        "attributes": {
          "kind": "stock_low",
          "subject": {
            "type": "gift_request",
            "id": "019de370-4ac0-74e2-8f3a-51c07d9be001"
          },
          "gift_request_id": "019de370-4ac0-74e2-8f3a-51c07d9be001",
          "cause": "out_of_stock",
          "message": "An item is out of stock. The gift ships when stock arrives.",
          "since": "2026-05-01T10:30:00.000Z",
          "raised_at": "2026-05-01T10:30:04.000Z",
          "cleared_at": null,
          "next_actions": [
            {
              "title": "Add stock",
              "operation": {
                "id": "adjustStockLevels",
                "method": "POST",
                "path": "/stock_levels/adjust"
              },
              "web_url": "https://gifts.larkfield.example/catalogue?stock=low"
            },
            {
              "title": "Cancel the gift",
              "operation": {
                "id": "cancelGiftRequest",
                "method": "POST",
                "path": "/gift_requests/019de370-4ac0-74e2-8f3a-51c07d9be001/cancel"
              },
              "web_url": "https://gifts.larkfield.example/gift-requests/019de370-4ac0-74e2-8f3a-51c07d9be001"
            }
          ]
        }
      },
      "jsonapi": {
        "version": "1.0"
      }
    },
    "attention.endpoint_failing": {
      "data": {
        "type": "attention_items",
        "id": "019de370-4ac0-74e2-8f3a-51c07d9bee01",
        "attributes": {
          "kind": "endpoint_failing",
          "subject": {
            "type": "gift_request",
            "id": "019de370-4ac0-74e2-8f3a-51c07d9be001"
          },
          "gift_request_id": "019de370-4ac0-74e2-8f3a-51c07d9be001",
          "cause": "out_of_stock",
          "message": "An item is out of stock. The gift ships when stock arrives.",
          "since": "2026-05-01T10:30:00.000Z",
          "raised_at": "2026-05-01T10:30:04.000Z",
          "cleared_at": null,
          "next_actions": [
            {
              "title": "Add stock",
              "operation": {
                "id": "adjustStockLevels",
                "method": "POST",
                "path": "/stock_levels/adjust"
              },
              "web_url": "https://gifts.larkfield.example/catalogue?stock=low"
            },
            {
              "title": "Cancel the gift",
              "operation": {
                "id": "cancelGiftRequest",
                "method": "POST",
                "path": "/gift_requests/019de370-4ac0-74e2-8f3a-51c07d9be001/cancel"
              },
              "web_url": "https://gifts.larkfield.example/gift-requests/019de370-4ac0-74e2-8f3a-51c07d9be001"
            }
          ]
        }
      },
      "jsonapi": {
        "version": "1.0"
      }
    },
    "attention.delivery_abandoned": {
      "data": {
        "type": "attention_items",
        "id": "019de370-4ac0-74e2-8f3a-51c07d9bee01",
        "attributes": {
          "kind": "delivery_abandoned",
          "subject": {
            "type": "gift_request",
            "id": "019de370-4ac0-74e2-8f3a-51c07d9be001"
          },
          "gift_request_id": "019de370-4ac0-74e2-8f3a-51c07d9be001",
          "cause": "out_of_stock",
          "message": "An item is out of stock. The gift ships when stock arrives.",
          "since": "2026-05-01T10:30:00.000Z",
          "raised_at": "2026-05-01T10:30:04.000Z",
          "cleared_at": null,
          "next_actions": [
            {
              "title": "Add stock",
              "operation": {
                "id": "adjustStockLevels",
                "method": "POST",
                "path": "/stock_levels/adjust"
              },
              "web_url": "https://gifts.larkfield.example/catalogue?stock=low"
            },
            {
              "title": "Cancel the gift",
              "operation": {
                "id": "cancelGiftRequest",
                "method": "POST",
                "path": "/gift_requests/019de370-4ac0-74e2-8f3a-51c07d9be001/cancel"
              },
              "web_url": "https://gifts.larkfield.example/gift-requests/019de370-4ac0-74e2-8f3a-51c07d9be001"
            }
          ]
        }
      },
      "jsonapi": {
        "version": "1.0"
      }
    },
    "attention.parcel_lost": {
      "data": {
        "type": "attention_items",
        "id": "019de370-4ac0-74e2-8f3a-51c07d9bee01",
        "attributes": {
          "kind": "parcel_lost",
          "subject": {
            "type": "gift_request",
            "id": "019de370-4ac0-74e2-8f3a-51c07d9be001"
          },
          "gift_request_id": "019de370-4ac0-74e2-8f3a-51c07d9be001",
          "cause": "out_of_stock",
          "message": "An item is out of stock. The gift ships when stock arrives.",
          "since": "2026-05-01T10:30:00.000Z",
          "raised_at": "2026-05-01T10:30:04.000Z",
          "cleared_at": null,
          "next_actions": [
            {
              "title": "Add stock",
              "operation": {
                "id": "adjustStockLevels",
                "method": "POST",
                "path": "/stock_levels/adjust"
              },
              "web_url": "https://gifts.larkfield.example/catalogue?stock=low"
            },
            {
              "title": "Cancel the gift",
              "operation": {
                "id": "cancelGiftRequest",
                "method": "POST",
                "path": "/gift_requests/019de370-4ac0-74e2-8f3a-51c07d9be001/cancel"
              },
              "web_url": "https://gifts.larkfield.example/gift-requests/019de370-4ac0-74e2-8f3a-51c07d9be001"
            }
          ]
        }
      },
      "jsonapi": {
        "version": "1.0"
      }
    },
    "attention.cleared": {
      "data": {
        "type": "attention_items",
        "id": "019de370-4ac0-74e2-8f3a-51c07d9bee01",
        "attributes": {
          "kind": "backordered",
          "subject": {
            "type": "gift_request",
            "id": "019de370-4ac0-74e2-8f3a-51c07d9be001"
          },
          "gift_request_id": "019de370-4ac0-74e2-8f3a-51c07d9be001",
          "cause": "out_of_stock",
          "message": "An item is out of stock. The gift ships when stock arrives.",
          "since": "2026-05-01T10:30:00.000Z",
          "raised_at": "2026-05-01T10:30:04.000Z",
          "cleared_at": "2026-05-02T09:00:00.000Z",
          "next_actions": []
        }
      },
      "jsonapi": {
        "version": "1.0"
      }
    }
  }
}
