// Generated from the contract by scripts/generate.ts; do not edit.

export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        ExecutionExecuteBody: {
            /** @description Tool name; compared after NFKC, trimming and case folding */
            tool_name: string;
            /** @default {} */
            payload?: {
                [key: string]: unknown;
            };
            usage?: {
                model?: string;
                /** @default 0 */
                prompt_tokens?: number;
                /** @default 0 */
                completion_tokens?: number;
            };
            /**
             * Format: uuid
             * @description UUID
             */
            target_tenant_id?: string;
            metadata?: {
                [key: string]: string;
            };
        };
        ExecutionExecuteData: {
            /** @enum {string} */
            action: "allow" | "deny" | "escalate";
            rule_id: string | null;
            findings: ("prompt_injection_detected" | "destructive_sql" | "destructive_shell" | "path_traversal" | "private_address" | "secret_in_arguments" | "encoded_payload" | "invisible_text" | "deep_json" | "huge_json" | "tenant_phrase" | "scan_truncated" | "scan_incomplete" | "tool_not_granted" | "tool_denied" | "tool_description_changed" | "injected_result" | "no_permit_matched" | "policy_error" | "policy_escalation" | "cross_tenant_access" | "outside_time_window" | "delegation_too_deep" | "contract_cost_cap_exceeded" | "behavior_anomaly" | "behavior_degraded" | "token_reuse_across_edges" | "unknown_model_rate" | "usage_unreadable" | "cost_above_reservation")[];
            score: number;
            signals_evaluated: {
                inference: {
                    score: number;
                    threshold: number;
                    triggered: boolean;
                };
                policy: {
                    score: number;
                    threshold: number;
                    triggered: boolean;
                };
                behavior: {
                    score: number;
                    threshold: number;
                    triggered: boolean;
                };
            };
            /**
             * Format: uuid
             * @description UUID
             */
            audit_id: string;
            receipt_url: string;
            /** @description The tool's answer after redaction: JSON, text, or {content_type, base64} */
            result: unknown;
            tool_status: number;
            redactions: {
                kind: string;
                count: number;
            }[];
            /** @description What the scan of the tool's answer found */
            result_findings: ("prompt_injection_detected" | "destructive_sql" | "destructive_shell" | "path_traversal" | "private_address" | "secret_in_arguments" | "encoded_payload" | "invisible_text" | "deep_json" | "huge_json" | "tenant_phrase" | "scan_truncated" | "scan_incomplete" | "tool_not_granted" | "tool_denied" | "tool_description_changed" | "injected_result" | "no_permit_matched" | "policy_error" | "policy_escalation" | "cross_tenant_access" | "outside_time_window" | "delegation_too_deep" | "contract_cost_cap_exceeded" | "behavior_anomaly" | "behavior_degraded" | "token_reuse_across_edges" | "unknown_model_rate" | "usage_unreadable" | "cost_above_reservation")[];
            /**
             * @description US dollars as a decimal string
             * @example 0.0125
             */
            cost_usd: string;
        };
        ExecutionExecuteToolBody: {
            /** @description The name in the path once more, or left out */
            tool_name?: string;
            /** @default {} */
            payload?: {
                [key: string]: unknown;
            };
            usage?: {
                model?: string;
                /** @default 0 */
                prompt_tokens?: number;
                /** @default 0 */
                completion_tokens?: number;
            };
            /**
             * Format: uuid
             * @description UUID
             */
            target_tenant_id?: string;
            metadata?: {
                [key: string]: string;
            };
        };
        ExecutionExecuteToolData: {
            /** @enum {string} */
            action: "allow" | "deny" | "escalate";
            rule_id: string | null;
            findings: ("prompt_injection_detected" | "destructive_sql" | "destructive_shell" | "path_traversal" | "private_address" | "secret_in_arguments" | "encoded_payload" | "invisible_text" | "deep_json" | "huge_json" | "tenant_phrase" | "scan_truncated" | "scan_incomplete" | "tool_not_granted" | "tool_denied" | "tool_description_changed" | "injected_result" | "no_permit_matched" | "policy_error" | "policy_escalation" | "cross_tenant_access" | "outside_time_window" | "delegation_too_deep" | "contract_cost_cap_exceeded" | "behavior_anomaly" | "behavior_degraded" | "token_reuse_across_edges" | "unknown_model_rate" | "usage_unreadable" | "cost_above_reservation")[];
            score: number;
            signals_evaluated: {
                inference: {
                    score: number;
                    threshold: number;
                    triggered: boolean;
                };
                policy: {
                    score: number;
                    threshold: number;
                    triggered: boolean;
                };
                behavior: {
                    score: number;
                    threshold: number;
                    triggered: boolean;
                };
            };
            /**
             * Format: uuid
             * @description UUID
             */
            audit_id: string;
            receipt_url: string;
            /** @description The tool's answer after redaction: JSON, text, or {content_type, base64} */
            result: unknown;
            tool_status: number;
            redactions: {
                kind: string;
                count: number;
            }[];
            /** @description What the scan of the tool's answer found */
            result_findings: ("prompt_injection_detected" | "destructive_sql" | "destructive_shell" | "path_traversal" | "private_address" | "secret_in_arguments" | "encoded_payload" | "invisible_text" | "deep_json" | "huge_json" | "tenant_phrase" | "scan_truncated" | "scan_incomplete" | "tool_not_granted" | "tool_denied" | "tool_description_changed" | "injected_result" | "no_permit_matched" | "policy_error" | "policy_escalation" | "cross_tenant_access" | "outside_time_window" | "delegation_too_deep" | "contract_cost_cap_exceeded" | "behavior_anomaly" | "behavior_degraded" | "token_reuse_across_edges" | "unknown_model_rate" | "usage_unreadable" | "cost_above_reservation")[];
            /**
             * @description US dollars as a decimal string
             * @example 0.0125
             */
            cost_usd: string;
        };
        AuthTokenBody: {
            email: string;
            password: string;
        };
        AuthTokenData: {
            access_token: string;
            /** @constant */
            token_type: "bearer";
            expires_in: number;
            /**
             * Format: uuid
             * @description UUID
             */
            tenant_id: string;
            role: string;
        };
        AuthAgentTokenBody: {
            /**
             * Format: uuid
             * @description UUID
             */
            agent_id: string;
            secret: string;
            subject_token?: string;
        };
        AuthAgentTokenData: {
            access_token: string;
            /** @constant */
            token_type: "bearer";
            expires_in: number;
            /**
             * Format: uuid
             * @description UUID
             */
            tenant_id: string;
            role: string;
        };
        AuthMeData: {
            /** @enum {string} */
            kind: "user" | "agent";
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            /**
             * Format: uuid
             * @description UUID
             */
            tenant_id: string;
            role: string;
            permissions: (string | {
                tool_name: string;
                /** @enum {string} */
                action: "ALLOW" | "DENY" | "ESCALATE";
            })[];
            email: string | null;
            name: string | null;
            is_platform_admin: boolean;
            /**
             * Format: date-time
             * @description UTC, always with milliseconds
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at: string;
        };
        AuthIntrospectBody: {
            token: string;
        };
        AuthIntrospectData: {
            active: boolean;
            /**
             * Format: uuid
             * @description UUID
             */
            sub?: string;
            /**
             * Format: uuid
             * @description UUID
             */
            jti?: string;
            role?: string;
            /**
             * Format: uuid
             * @description UUID
             */
            tenant_id?: string;
            exp?: number;
            iat?: number;
        };
        AuthRefreshData: {
            access_token: string;
            /** @constant */
            token_type: "bearer";
            expires_in: number;
            /**
             * Format: uuid
             * @description UUID
             */
            tenant_id: string;
            role: string;
        };
        AuthRevokeBody: {
            /**
             * Format: uuid
             * @description UUID
             */
            jti: string;
        } | {
            token: string;
        };
        AuthCreateUserBody: {
            /** Format: email */
            email: string;
            /** @description 12 to 72 bytes */
            password: string;
            /** @enum {string} */
            role: "ADMIN" | "SECURITY" | "AUDITOR" | "VIEWER";
        };
        AuthCreateUserData: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            email: string;
            /** @enum {string} */
            role: "ADMIN" | "SECURITY" | "AUDITOR" | "VIEWER";
            /**
             * Format: uuid
             * @description UUID
             */
            tenant_id: string;
            org_id: string | null;
            is_active: boolean;
            is_platform_admin: boolean;
            /**
             * Format: date-time
             * @description UTC, always with milliseconds
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
        };
        AuthCreateCredentialsBody: {
            /**
             * Format: uuid
             * @description UUID
             */
            agent_id: string;
            /** @default 0 */
            overlap_seconds?: number;
        };
        AuthCreateCredentialsData: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            /**
             * Format: uuid
             * @description UUID
             */
            agent_id: string;
            secret: string;
            /**
             * Format: date-time
             * @description UTC, always with milliseconds
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
        };
        AuthSaveTenantBody: {
            /**
             * Format: uuid
             * @description UUID
             */
            id?: string;
            name: string;
            /** @enum {string} */
            tier?: "free" | "pro" | "enterprise";
            daily_inference_cost_cap_usd?: (string | number) | null;
            monthly_request_cap?: number | null;
            admin?: {
                /** Format: email */
                email: string;
                /** @description 12 to 72 bytes */
                password: string;
            };
        };
        AuthSaveTenantData: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            name: string;
            /** @enum {string} */
            tier: "free" | "pro" | "enterprise";
            daily_inference_cost_cap_usd: string | null;
            monthly_request_cap: number | null;
            behavior_cross_tenant_enabled: boolean;
            /**
             * Format: date-time
             * @description UTC, always with milliseconds
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
        };
        AuthGetTenantData: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            name: string;
            /** @enum {string} */
            tier: "free" | "pro" | "enterprise";
            daily_inference_cost_cap_usd: string | null;
            monthly_request_cap: number | null;
            behavior_cross_tenant_enabled: boolean;
            /**
             * Format: date-time
             * @description UTC, always with milliseconds
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
        };
        UsersListQuery: {
            /** @default 50 */
            limit?: number;
            cursor?: string;
        };
        UsersListData: {
            items: {
                /**
                 * Format: uuid
                 * @description UUID
                 */
                id: string;
                email: string;
                /** @enum {string} */
                role: "ADMIN" | "SECURITY" | "AUDITOR" | "VIEWER";
                /**
                 * Format: uuid
                 * @description UUID
                 */
                tenant_id: string;
                org_id: string | null;
                is_active: boolean;
                is_platform_admin: boolean;
                /**
                 * Format: date-time
                 * @description UTC, always with milliseconds
                 * @example 2026-01-31T09:30:00.000Z
                 */
                created_at: string;
            }[];
            next_cursor: string | null;
        };
        ApiKeysValidateBody: {
            api_key: string;
        };
        ApiKeysValidateData: {
            access_token: string;
            /** @constant */
            token_type: "bearer";
            expires_in: number;
            /**
             * Format: uuid
             * @description UUID
             */
            tenant_id: string;
            role: string;
            /**
             * Format: uuid
             * @description UUID
             */
            user_id: string;
            scopes: string[];
        };
        ApiKeysCreateBody: {
            name: string;
            scopes: ("execute" | "edge" | "read" | "write" | "audit:read" | "billing:read" | "admin")[];
        };
        ApiKeysCreateData: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            name: string;
            prefix: string;
            scopes: string[];
            /**
             * Format: uuid
             * @description UUID
             */
            created_by: string;
            /**
             * Format: date-time
             * @description UTC, always with milliseconds
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            revoked_at: string | null;
            key: string;
        };
        ApiKeysListQuery: {
            /** @default 50 */
            limit?: number;
            cursor?: string;
        };
        ApiKeysListData: {
            items: {
                /**
                 * Format: uuid
                 * @description UUID
                 */
                id: string;
                name: string;
                prefix: string;
                scopes: string[];
                /**
                 * Format: uuid
                 * @description UUID
                 */
                created_by: string;
                /**
                 * Format: date-time
                 * @description UTC, always with milliseconds
                 * @example 2026-01-31T09:30:00.000Z
                 */
                created_at: string;
                revoked_at: string | null;
            }[];
            next_cursor: string | null;
        };
        AgentsListQuery: {
            /** @default 50 */
            limit?: number;
            cursor?: string;
            /** @enum {string} */
            status?: "ACTIVE" | "QUARANTINED";
        };
        AgentsListData: {
            items: {
                /**
                 * Format: uuid
                 * @description UUID
                 */
                id: string;
                name: string;
                /** @enum {string} */
                status: "ACTIVE" | "QUARANTINED" | "DELETED";
                /** @enum {string} */
                risk_level: "low" | "medium" | "high" | "critical";
                metadata: {
                    [key: string]: unknown;
                };
                /**
                 * Format: date-time
                 * @description UTC, always with milliseconds
                 * @example 2026-01-31T09:30:00.000Z
                 */
                created_at: string;
                /**
                 * Format: date-time
                 * @description UTC, always with milliseconds
                 * @example 2026-01-31T09:30:00.000Z
                 */
                updated_at: string;
            }[];
            next_cursor: string | null;
        };
        AgentsSummaryData: {
            total: number;
            active: number;
            quarantined: number;
            by_risk_level: {
                [key: string]: number;
            };
        };
        AgentsCreateBody: {
            name: string;
            /**
             * @default medium
             * @enum {string}
             */
            risk_level?: "low" | "medium" | "high" | "critical";
            /** @default {} */
            metadata?: {
                daily_cost_cap_usd?: (string | number) | null;
                requests_per_second?: number | null;
                burst?: number | null;
            } & {
                [key: string]: unknown;
            };
        };
        AgentsCreateData: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            name: string;
            /** @enum {string} */
            status: "ACTIVE" | "QUARANTINED" | "DELETED";
            /** @enum {string} */
            risk_level: "low" | "medium" | "high" | "critical";
            metadata: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description UTC, always with milliseconds
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description UTC, always with milliseconds
             * @example 2026-01-31T09:30:00.000Z
             */
            updated_at: string;
        };
        AgentsGetData: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            name: string;
            /** @enum {string} */
            status: "ACTIVE" | "QUARANTINED" | "DELETED";
            /** @enum {string} */
            risk_level: "low" | "medium" | "high" | "critical";
            metadata: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description UTC, always with milliseconds
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description UTC, always with milliseconds
             * @example 2026-01-31T09:30:00.000Z
             */
            updated_at: string;
        };
        AgentsProfileData: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            name: string;
            /** @enum {string} */
            status: "ACTIVE" | "QUARANTINED" | "DELETED";
            /** @enum {string} */
            risk_level: "low" | "medium" | "high" | "critical";
            metadata: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description UTC, always with milliseconds
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description UTC, always with milliseconds
             * @example 2026-01-31T09:30:00.000Z
             */
            updated_at: string;
            permissions: {
                /**
                 * Format: uuid
                 * @description UUID
                 */
                id: string;
                /**
                 * Format: uuid
                 * @description UUID
                 */
                agent_id: string;
                tool_name: string;
                /** @enum {string} */
                action: "ALLOW" | "DENY" | "ESCALATE";
                created_by: string;
                /**
                 * Format: date-time
                 * @description UTC, always with milliseconds
                 * @example 2026-01-31T09:30:00.000Z
                 */
                created_at: string;
            }[];
            today: {
                requests: number;
                denied: number;
                /**
                 * @description US dollars as a decimal string
                 * @example 0.0125
                 */
                cost_usd: string;
                daily_cost_cap_usd: string | null;
            };
            baseline: {
                calls: number;
                tools: {
                    [key: string]: number;
                };
                calls_per_minute: number;
                mature: boolean;
            };
            last_seen_at: string | null;
        };
        AgentsUpdateBody: {
            name?: string;
            /** @enum {string} */
            status?: "ACTIVE" | "QUARANTINED";
            /** @enum {string} */
            risk_level?: "low" | "medium" | "high" | "critical";
            metadata?: {
                daily_cost_cap_usd?: (string | number) | null;
                requests_per_second?: number | null;
                burst?: number | null;
            } & {
                [key: string]: unknown;
            };
        };
        AgentsUpdateData: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            name: string;
            /** @enum {string} */
            status: "ACTIVE" | "QUARANTINED" | "DELETED";
            /** @enum {string} */
            risk_level: "low" | "medium" | "high" | "critical";
            metadata: {
                [key: string]: unknown;
            };
            /**
             * Format: date-time
             * @description UTC, always with milliseconds
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description UTC, always with milliseconds
             * @example 2026-01-31T09:30:00.000Z
             */
            updated_at: string;
        };
        AgentsListPermissionsQuery: {
            /** @default 50 */
            limit?: number;
            cursor?: string;
        };
        AgentsListPermissionsData: {
            items: {
                /**
                 * Format: uuid
                 * @description UUID
                 */
                id: string;
                /**
                 * Format: uuid
                 * @description UUID
                 */
                agent_id: string;
                tool_name: string;
                /** @enum {string} */
                action: "ALLOW" | "DENY" | "ESCALATE";
                created_by: string;
                /**
                 * Format: date-time
                 * @description UTC, always with milliseconds
                 * @example 2026-01-31T09:30:00.000Z
                 */
                created_at: string;
            }[];
            next_cursor: string | null;
        };
        AgentsGrantPermissionBody: {
            /** @description Tool name; compared after NFKC, trimming and case folding */
            tool_name: string;
            /**
             * @default ALLOW
             * @enum {string}
             */
            action?: "ALLOW" | "DENY" | "ESCALATE";
        };
        AgentsGrantPermissionData: {
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            /**
             * Format: uuid
             * @description UUID
             */
            agent_id: string;
            tool_name: string;
            /** @enum {string} */
            action: "ALLOW" | "DENY" | "ESCALATE";
            created_by: string;
            /**
             * Format: date-time
             * @description UTC, always with milliseconds
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
        };
        RegistryListToolsQuery: {
            /** @default 50 */
            limit?: number;
            cursor?: string;
            /** @enum {string} */
            pending?: "true" | "false";
        };
        RegistryListToolsData: {
            items: {
                tool_name: string;
                description: string;
                /** @description SHA-256 in lowercase hex */
                description_hash: string;
                registered: boolean;
                definition_hash: string | null;
                pending: {
                    /** @description SHA-256 in lowercase hex */
                    definition_hash: string;
                    /** @description null when it is larger than 64 KiB */
                    definition: {
                        [key: string]: unknown;
                    } | null;
                    approved_definition: {
                        [key: string]: unknown;
                    } | null;
                    findings: ("prompt_injection_detected" | "destructive_sql" | "destructive_shell" | "path_traversal" | "private_address" | "secret_in_arguments" | "encoded_payload" | "invisible_text" | "deep_json" | "huge_json" | "tenant_phrase" | "scan_truncated" | "scan_incomplete" | "tool_not_granted" | "tool_denied" | "tool_description_changed" | "injected_result" | "no_permit_matched" | "policy_error" | "policy_escalation" | "cross_tenant_access" | "outside_time_window" | "delegation_too_deep" | "contract_cost_cap_exceeded" | "behavior_anomaly" | "behavior_degraded" | "token_reuse_across_edges" | "unknown_model_rate" | "usage_unreadable" | "cost_above_reservation")[];
                    /**
                     * Format: date-time
                     * @description UTC, always with milliseconds
                     * @example 2026-01-31T09:30:00.000Z
                     */
                    seen_at: string;
                } | null;
                input_schema: {
                    [key: string]: unknown;
                } | null;
                price_usd: string | null;
                max_cost_usd: string | null;
                timeout_ms: number;
                retry_safe: boolean;
                /** @enum {string} */
                access: "reads" | "writes" | "invokes";
                consent_tenants: string[];
                /**
                 * Format: date-time
                 * @description UTC, always with milliseconds
                 * @example 2026-01-31T09:30:00.000Z
                 */
                created_at: string;
                /**
                 * Format: date-time
                 * @description UTC, always with milliseconds
                 * @example 2026-01-31T09:30:00.000Z
                 */
                updated_at: string;
            }[];
            next_cursor: string | null;
        };
        RegistryCreateToolBody: {
            /** @description Tool name; compared after NFKC, trimming and case folding */
            tool_name: string;
            description?: string;
            input_schema?: {
                [key: string]: unknown;
            } | null;
            price_usd?: (string | number) | null;
            max_cost_usd?: (string | number) | null;
            timeout_ms?: number;
            retry_safe?: boolean;
            /** @enum {string} */
            access?: "reads" | "writes" | "invokes";
            consent_tenants?: string[];
            definition_hash?: string | null;
        };
        RegistryCreateToolData: {
            tool_name: string;
            description: string;
            /** @description SHA-256 in lowercase hex */
            description_hash: string;
            registered: boolean;
            definition_hash: string | null;
            pending: {
                /** @description SHA-256 in lowercase hex */
                definition_hash: string;
                /** @description null when it is larger than 64 KiB */
                definition: {
                    [key: string]: unknown;
                } | null;
                approved_definition: {
                    [key: string]: unknown;
                } | null;
                findings: ("prompt_injection_detected" | "destructive_sql" | "destructive_shell" | "path_traversal" | "private_address" | "secret_in_arguments" | "encoded_payload" | "invisible_text" | "deep_json" | "huge_json" | "tenant_phrase" | "scan_truncated" | "scan_incomplete" | "tool_not_granted" | "tool_denied" | "tool_description_changed" | "injected_result" | "no_permit_matched" | "policy_error" | "policy_escalation" | "cross_tenant_access" | "outside_time_window" | "delegation_too_deep" | "contract_cost_cap_exceeded" | "behavior_anomaly" | "behavior_degraded" | "token_reuse_across_edges" | "unknown_model_rate" | "usage_unreadable" | "cost_above_reservation")[];
                /**
                 * Format: date-time
                 * @description UTC, always with milliseconds
                 * @example 2026-01-31T09:30:00.000Z
                 */
                seen_at: string;
            } | null;
            input_schema: {
                [key: string]: unknown;
            } | null;
            price_usd: string | null;
            max_cost_usd: string | null;
            timeout_ms: number;
            retry_safe: boolean;
            /** @enum {string} */
            access: "reads" | "writes" | "invokes";
            consent_tenants: string[];
            /**
             * Format: date-time
             * @description UTC, always with milliseconds
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description UTC, always with milliseconds
             * @example 2026-01-31T09:30:00.000Z
             */
            updated_at: string;
        };
        RegistryUpdateToolBody: {
            description?: string;
            input_schema?: {
                [key: string]: unknown;
            } | null;
            price_usd?: (string | number) | null;
            max_cost_usd?: (string | number) | null;
            timeout_ms?: number;
            retry_safe?: boolean;
            /** @enum {string} */
            access?: "reads" | "writes" | "invokes";
            consent_tenants?: string[];
            definition_hash?: string | null;
        };
        RegistryUpdateToolData: {
            tool_name: string;
            description: string;
            /** @description SHA-256 in lowercase hex */
            description_hash: string;
            registered: boolean;
            definition_hash: string | null;
            pending: {
                /** @description SHA-256 in lowercase hex */
                definition_hash: string;
                /** @description null when it is larger than 64 KiB */
                definition: {
                    [key: string]: unknown;
                } | null;
                approved_definition: {
                    [key: string]: unknown;
                } | null;
                findings: ("prompt_injection_detected" | "destructive_sql" | "destructive_shell" | "path_traversal" | "private_address" | "secret_in_arguments" | "encoded_payload" | "invisible_text" | "deep_json" | "huge_json" | "tenant_phrase" | "scan_truncated" | "scan_incomplete" | "tool_not_granted" | "tool_denied" | "tool_description_changed" | "injected_result" | "no_permit_matched" | "policy_error" | "policy_escalation" | "cross_tenant_access" | "outside_time_window" | "delegation_too_deep" | "contract_cost_cap_exceeded" | "behavior_anomaly" | "behavior_degraded" | "token_reuse_across_edges" | "unknown_model_rate" | "usage_unreadable" | "cost_above_reservation")[];
                /**
                 * Format: date-time
                 * @description UTC, always with milliseconds
                 * @example 2026-01-31T09:30:00.000Z
                 */
                seen_at: string;
            } | null;
            input_schema: {
                [key: string]: unknown;
            } | null;
            price_usd: string | null;
            max_cost_usd: string | null;
            timeout_ms: number;
            retry_safe: boolean;
            /** @enum {string} */
            access: "reads" | "writes" | "invokes";
            consent_tenants: string[];
            /**
             * Format: date-time
             * @description UTC, always with milliseconds
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description UTC, always with milliseconds
             * @example 2026-01-31T09:30:00.000Z
             */
            updated_at: string;
        };
        TenantGetSettingsData: {
            name: string;
            /** @enum {string} */
            tier: "free" | "pro" | "enterprise";
            daily_inference_cost_cap_usd: string | null;
            requests_per_second: number | null;
            burst: number | null;
            daily_request_cap: number | null;
            monthly_request_cap: number | null;
            strict_caps: boolean;
            behavior_cross_tenant_enabled: boolean;
            /** @enum {string} */
            degraded_mode: "allow" | "block_high_risk" | "block_all";
            policy_cache_seconds: number | null;
            approval_minutes: number;
            decision_inputs_days: number;
            redaction: {
                /** @description kinds that are not named keep the default */
                kinds?: {
                    [key: string]: "mask" | "last_four" | "token" | "drop" | "allow";
                };
                /** @description names of JSON keys whose whole value is redacted */
                keys?: string[];
                patterns?: {
                    id: string;
                    /** @description literal text with `#` for one digit, `@` for one letter, `?` for one of either, `\` before a literal one; 3 to 64 characters */
                    pattern: string;
                    /** @enum {string} */
                    action: "mask" | "last_four" | "token" | "drop" | "allow";
                }[];
                /** @description other actions in some tools or at some paths; later ones win */
                overrides?: {
                    /** @description names of tools, `*` for any characters; every tool without it */
                    tools?: string[];
                    /** @description JSON pointers, `*` for one part, `**` for any number; every path without it */
                    paths?: string[];
                    kinds: {
                        [key: string]: "mask" | "last_four" | "token" | "drop" | "allow";
                    };
                }[];
            };
            scan: {
                rules_off?: string[];
                /** @description by family */
                thresholds?: {
                    [key: string]: number;
                };
                phrases?: {
                    id: string;
                    phrase: string;
                    score?: number;
                }[];
                patterns?: {
                    id: string;
                    /** @description literal text with `#` for one digit, `@` for one letter, `?` for one of either, `\` before a literal one; 3 to 64 characters */
                    pattern: string;
                    score?: number;
                }[];
                /** @description where rules do not count; `*` in `rules` is all of them */
                allowed_contexts?: {
                    rules: string[];
                    /** @description names of tools, `*` for any characters; every tool without it */
                    tools?: string[];
                    /** @description JSON pointers, `*` for one part, `**` for any number; every path without it */
                    paths?: string[];
                }[];
                /** @enum {string} */
                injected_results?: "report" | "withhold";
            };
        };
        TenantUpdateSettingsBody: {
            requests_per_second?: number | null;
            burst?: number | null;
            daily_request_cap?: number | null;
            monthly_request_cap?: number | null;
            strict_caps?: boolean;
            behavior_cross_tenant_enabled?: boolean;
            /** @enum {string} */
            degraded_mode?: "allow" | "block_high_risk" | "block_all";
            policy_cache_seconds?: number | null;
            approval_minutes?: number;
            decision_inputs_days?: number;
            redaction?: {
                /** @description kinds that are not named keep the default */
                kinds?: {
                    [key: string]: "mask" | "last_four" | "token" | "drop" | "allow";
                };
                /** @description names of JSON keys whose whole value is redacted */
                keys?: string[];
                patterns?: {
                    id: string;
                    /** @description literal text with `#` for one digit, `@` for one letter, `?` for one of either, `\` before a literal one; 3 to 64 characters */
                    pattern: string;
                    /** @enum {string} */
                    action: "mask" | "last_four" | "token" | "drop" | "allow";
                }[];
                /** @description other actions in some tools or at some paths; later ones win */
                overrides?: {
                    /** @description names of tools, `*` for any characters; every tool without it */
                    tools?: string[];
                    /** @description JSON pointers, `*` for one part, `**` for any number; every path without it */
                    paths?: string[];
                    kinds: {
                        [key: string]: "mask" | "last_four" | "token" | "drop" | "allow";
                    };
                }[];
            };
            scan?: {
                rules_off?: string[];
                /** @description by family */
                thresholds?: {
                    [key: string]: number;
                };
                phrases?: {
                    id: string;
                    phrase: string;
                    score?: number;
                }[];
                patterns?: {
                    id: string;
                    /** @description literal text with `#` for one digit, `@` for one letter, `?` for one of either, `\` before a literal one; 3 to 64 characters */
                    pattern: string;
                    score?: number;
                }[];
                /** @description where rules do not count; `*` in `rules` is all of them */
                allowed_contexts?: {
                    rules: string[];
                    /** @description names of tools, `*` for any characters; every tool without it */
                    tools?: string[];
                    /** @description JSON pointers, `*` for one part, `**` for any number; every path without it */
                    paths?: string[];
                }[];
                /** @enum {string} */
                injected_results?: "report" | "withhold";
            };
            daily_inference_cost_cap_usd?: (string | number) | null;
        };
        TenantUpdateSettingsData: {
            name: string;
            /** @enum {string} */
            tier: "free" | "pro" | "enterprise";
            daily_inference_cost_cap_usd: string | null;
            requests_per_second: number | null;
            burst: number | null;
            daily_request_cap: number | null;
            monthly_request_cap: number | null;
            strict_caps: boolean;
            behavior_cross_tenant_enabled: boolean;
            /** @enum {string} */
            degraded_mode: "allow" | "block_high_risk" | "block_all";
            policy_cache_seconds: number | null;
            approval_minutes: number;
            decision_inputs_days: number;
            redaction: {
                /** @description kinds that are not named keep the default */
                kinds?: {
                    [key: string]: "mask" | "last_four" | "token" | "drop" | "allow";
                };
                /** @description names of JSON keys whose whole value is redacted */
                keys?: string[];
                patterns?: {
                    id: string;
                    /** @description literal text with `#` for one digit, `@` for one letter, `?` for one of either, `\` before a literal one; 3 to 64 characters */
                    pattern: string;
                    /** @enum {string} */
                    action: "mask" | "last_four" | "token" | "drop" | "allow";
                }[];
                /** @description other actions in some tools or at some paths; later ones win */
                overrides?: {
                    /** @description names of tools, `*` for any characters; every tool without it */
                    tools?: string[];
                    /** @description JSON pointers, `*` for one part, `**` for any number; every path without it */
                    paths?: string[];
                    kinds: {
                        [key: string]: "mask" | "last_four" | "token" | "drop" | "allow";
                    };
                }[];
            };
            scan: {
                rules_off?: string[];
                /** @description by family */
                thresholds?: {
                    [key: string]: number;
                };
                phrases?: {
                    id: string;
                    phrase: string;
                    score?: number;
                }[];
                patterns?: {
                    id: string;
                    /** @description literal text with `#` for one digit, `@` for one letter, `?` for one of either, `\` before a literal one; 3 to 64 characters */
                    pattern: string;
                    score?: number;
                }[];
                /** @description where rules do not count; `*` in `rules` is all of them */
                allowed_contexts?: {
                    rules: string[];
                    /** @description names of tools, `*` for any characters; every tool without it */
                    tools?: string[];
                    /** @description JSON pointers, `*` for one part, `**` for any number; every path without it */
                    paths?: string[];
                }[];
                /** @enum {string} */
                injected_results?: "report" | "withhold";
            };
        };
        TenantQuotaData: {
            /** @enum {string} */
            tier: "free" | "pro" | "enterprise";
            requests_per_second: number;
            burst: number;
            daily_requests: {
                used: number;
                limit: number | null;
                /**
                 * Format: date-time
                 * @description UTC, always with milliseconds
                 * @example 2026-01-31T09:30:00.000Z
                 */
                reset_at: string;
            };
            monthly_requests: {
                used: number;
                limit: number | null;
                /**
                 * Format: date-time
                 * @description UTC, always with milliseconds
                 * @example 2026-01-31T09:30:00.000Z
                 */
                reset_at: string;
            };
            daily_cost: {
                /**
                 * @description US dollars as a decimal string
                 * @example 0.0125
                 */
                spent_usd: string;
                /**
                 * @description US dollars as a decimal string
                 * @example 0.0125
                 */
                reserved_usd: string;
                cap_usd: string | null;
                /**
                 * Format: date-time
                 * @description UTC, always with milliseconds
                 * @example 2026-01-31T09:30:00.000Z
                 */
                reset_at: string;
            };
        };
        KillSwitchGetData: {
            engaged: boolean;
            /**
             * Format: date-time
             * @description UTC, always with milliseconds
             * @example 2026-01-31T09:30:00.000Z
             */
            engaged_at?: string;
            engaged_by?: string;
            reason?: string;
        };
        /** @default {} */
        KillSwitchEngageBody: {
            reason?: string | null;
            engaged_by?: string;
        };
        KillSwitchEngageData: {
            engaged: boolean;
            /**
             * Format: date-time
             * @description UTC, always with milliseconds
             * @example 2026-01-31T09:30:00.000Z
             */
            engaged_at?: string;
            engaged_by?: string;
            reason?: string;
            edges: {
                acknowledged: number;
                pending: string[];
            };
        };
        /** @default {} */
        KillSwitchDisengageBody: {
            reason?: string | null;
            disengaged_by?: string;
        };
        KillSwitchDisengageData: {
            engaged: boolean;
            /**
             * Format: date-time
             * @description UTC, always with milliseconds
             * @example 2026-01-31T09:30:00.000Z
             */
            engaged_at?: string;
            engaged_by?: string;
            reason?: string;
        };
        DecisionSummaryQuery: {
            /** @default 24 */
            hours?: number;
        };
        DecisionSummaryData: {
            /**
             * Format: date-time
             * @description UTC, always with milliseconds
             * @example 2026-01-31T09:30:00.000Z
             */
            since: string;
            total: number;
            allow: number;
            deny: number;
            escalate: number;
            by_rule: {
                rule_id: string;
                count: number;
            }[];
        };
        DecisionHistoryQuery: {
            /** @default 50 */
            limit?: number;
            cursor?: string;
            /**
             * Format: uuid
             * @description UUID
             */
            agent_id?: string;
            /** @enum {string} */
            action?: "allow" | "deny" | "escalate";
        };
        DecisionHistoryData: {
            items: {
                /**
                 * Format: uuid
                 * @description UUID
                 */
                audit_id: string;
                request_id: string;
                agent_id: string | null;
                tool_name: string | null;
                /** @enum {string} */
                decision: "allow" | "deny" | "escalate";
                outcome: string;
                rule_id: string | null;
                findings: ("prompt_injection_detected" | "destructive_sql" | "destructive_shell" | "path_traversal" | "private_address" | "secret_in_arguments" | "encoded_payload" | "invisible_text" | "deep_json" | "huge_json" | "tenant_phrase" | "scan_truncated" | "scan_incomplete" | "tool_not_granted" | "tool_denied" | "tool_description_changed" | "injected_result" | "no_permit_matched" | "policy_error" | "policy_escalation" | "cross_tenant_access" | "outside_time_window" | "delegation_too_deep" | "contract_cost_cap_exceeded" | "behavior_anomaly" | "behavior_degraded" | "token_reuse_across_edges" | "unknown_model_rate" | "usage_unreadable" | "cost_above_reservation")[];
                score: number;
                /**
                 * Format: date-time
                 * @description UTC, always with milliseconds
                 * @example 2026-01-31T09:30:00.000Z
                 */
                created_at: string;
            }[];
            next_cursor: string | null;
        };
        PolicyListQuery: {
            /** @default 50 */
            limit?: number;
            cursor?: string;
        };
        PolicyListData: {
            items: {
                name: string;
                bundle_revision: string;
                rules: {
                    id: string;
                    /** @enum {string} */
                    effect: "permit" | "forbid" | "escalate";
                    tools: string[];
                }[];
                argument_paths: {
                    [key: string]: string[];
                };
                source: string;
                uploaded_by: string;
                /**
                 * Format: date-time
                 * @description UTC, always with milliseconds
                 * @example 2026-01-31T09:30:00.000Z
                 */
                uploaded_at: string;
            }[];
            next_cursor: string | null;
        };
        PolicyUploadBody: {
            /** @default main */
            name?: string;
            policy: string;
        };
        PolicyUploadData: {
            name: string;
            bundle_revision: string;
            rules: {
                id: string;
                /** @enum {string} */
                effect: "permit" | "forbid" | "escalate";
                tools: string[];
            }[];
            argument_paths: {
                [key: string]: string[];
            };
        };
        PolicyTestBody: {
            /** @description File that the draft stands for; else the one with rules of the same ids, else `main` */
            name?: string;
            /** @description Cedar policies; every rule has @id */
            policy?: string;
            tests: {
                name: string;
                tool_name: string;
                /** @default {} */
                payload?: {
                    [key: string]: unknown;
                };
                /** @default {} */
                agent?: {
                    name?: string;
                    /** @enum {string} */
                    risk_level?: "low" | "medium" | "high" | "critical";
                };
                /** @default true */
                granted?: boolean;
                /** @default [] */
                findings?: ("prompt_injection_detected" | "destructive_sql" | "destructive_shell" | "path_traversal" | "private_address" | "secret_in_arguments" | "encoded_payload" | "invisible_text" | "deep_json" | "huge_json" | "tenant_phrase" | "scan_truncated" | "scan_incomplete" | "tool_not_granted" | "tool_denied" | "tool_description_changed" | "injected_result" | "no_permit_matched" | "policy_error" | "policy_escalation" | "cross_tenant_access" | "outside_time_window" | "delegation_too_deep" | "contract_cost_cap_exceeded" | "behavior_anomaly" | "behavior_degraded" | "token_reuse_across_edges" | "unknown_model_rate" | "usage_unreadable" | "cost_above_reservation")[];
                /** @default 0 */
                risk?: number;
                /** @default 0 */
                behavior?: number;
                /**
                 * @description US dollars, at most 9 decimal places
                 * @default 0
                 * @example 1.25
                 */
                cost_usd?: string | number;
                /**
                 * Format: date-time
                 * @description Instant of RFC 3339, compared by milliseconds
                 * @example 2026-01-31T09:30:00Z
                 */
                at?: string;
                expect: {
                    /** @enum {string} */
                    decision: "allow" | "deny" | "escalate";
                    rule_id?: string | null;
                };
            }[];
        };
        PolicyTestData: {
            passed: number;
            failed: number;
            results: {
                name: string;
                passed: boolean;
                expected: {
                    /** @enum {string} */
                    decision: "allow" | "deny" | "escalate";
                    rule_id?: string | null;
                };
                actual: {
                    /** @enum {string} */
                    decision: "allow" | "deny" | "escalate";
                    rule_id: string | null;
                };
            }[];
            /** @description Tools of the tests that the registry does not have: mistyped, or not registered yet */
            unknown_tools: string[];
        };
        PolicySimulateBody: {
            /** @description File that the draft stands for; else the one with rules of the same ids, else `main` */
            name?: string;
            /** @description Cedar policies; every rule has @id */
            policy?: string;
            scan?: {
                rules_off?: string[];
                /** @description by family */
                thresholds?: {
                    [key: string]: number;
                };
                phrases?: {
                    id: string;
                    phrase: string;
                    score?: number;
                }[];
                patterns?: {
                    id: string;
                    /** @description literal text with `#` for one digit, `@` for one letter, `?` for one of either, `\` before a literal one; 3 to 64 characters */
                    pattern: string;
                    score?: number;
                }[];
                /** @description where rules do not count; `*` in `rules` is all of them */
                allowed_contexts?: {
                    rules: string[];
                    /** @description names of tools, `*` for any characters; every tool without it */
                    tools?: string[];
                    /** @description JSON pointers, `*` for one part, `**` for any number; every path without it */
                    paths?: string[];
                }[];
                /** @enum {string} */
                injected_results?: "report" | "withhold";
            };
            /**
             * Format: date-time
             * @description Instant of RFC 3339, compared by milliseconds
             * @example 2026-01-31T09:30:00Z
             */
            since?: string;
            /**
             * Format: date-time
             * @description Instant of RFC 3339, compared by milliseconds
             * @example 2026-01-31T09:30:00Z
             */
            until?: string;
            /**
             * Format: uuid
             * @description UUID
             */
            agent_id?: string;
            /** @default 1000 */
            limit?: number;
        };
        PolicySimulateData: {
            replayed: number;
            /** @description Calls for which a value that the draft or an active policy reads was not kept */
            unreplayable: number;
            unchanged: number;
            changed: {
                /**
                 * Format: uuid
                 * @description UUID
                 */
                audit_id: string;
                tool_name: string;
                /**
                 * Format: uuid
                 * @description UUID
                 */
                agent_id: string;
                /**
                 * Format: date-time
                 * @description UTC, always with milliseconds
                 * @example 2026-01-31T09:30:00.000Z
                 */
                at: string;
                was: {
                    /** @enum {string} */
                    decision: "allow" | "deny" | "escalate";
                    rule_id: string | null;
                };
                now: {
                    /** @enum {string} */
                    decision: "allow" | "deny" | "escalate";
                    rule_id: string | null;
                };
            }[];
            /** @description What the settings of the scan change; null without them */
            findings: {
                /** @description Calls judged by their stored findings alone */
                from_findings: number;
                /** @description Calls of which values were kept, and scanned again */
                from_payloads: number;
                /** @description Calls of which no findings were kept */
                unknown: number;
                newly_flagged: number;
                no_longer_flagged: number;
                /** @description Calls by rule, where their number changes */
                rules: {
                    rule_id: string;
                    was: number;
                    now: number;
                }[];
                changed: {
                    /**
                     * Format: uuid
                     * @description UUID
                     */
                    audit_id: string;
                    tool_name: string;
                    /**
                     * Format: uuid
                     * @description UUID
                     */
                    agent_id: string;
                    /**
                     * Format: date-time
                     * @description UTC, always with milliseconds
                     * @example 2026-01-31T09:30:00.000Z
                     */
                    at: string;
                    was_flagged: boolean;
                    is_flagged: boolean;
                    gone: string[];
                    /** @description rules; `family/*` where only the family is known */
                    come: string[];
                }[];
            } | null;
            /** @description Why no call was replayed, and what to do; null where one was */
            note: string | null;
        };
        RiskGetSignalWeightsData: {
            weights: {
                inference: number;
                policy: number;
                behavior: number;
            };
            is_default: boolean;
            thresholds: {
                [key: string]: {
                    escalate: number;
                    kill: number;
                };
            };
            updated_at: string | null;
        };
        RiskSetSignalWeightsBody: {
            inference: number;
            policy: number;
            behavior: number;
        };
        RiskSetSignalWeightsData: {
            weights: {
                inference: number;
                policy: number;
                behavior: number;
            };
            is_default: boolean;
            thresholds: {
                [key: string]: {
                    escalate: number;
                    kill: number;
                };
            };
            updated_at: string | null;
        };
        AutonomyListContractsQuery: {
            /** @default 50 */
            limit?: number;
            cursor?: string;
        };
        AutonomyListContractsData: {
            items: {
                name: string;
                /**
                 * @description Names or ids of agents, in capitals or not; `*` is any run of characters, `?` one
                 * @example billing-*
                 */
                agent_scope: string;
                /** @description Hops of delegation; 0 is the immediate caller alone */
                delegation_max_depth: number | null;
                cost_cap_usd: string | null;
                /** @description The window of `cost_cap_usd`; given together */
                cost_cap_window_seconds: number | null;
                /** @description When agents may act, in UTC; day 1 is Monday; `to` before `from` spans midnight: {"days":[1,2,3,4,5],"from":"08:00","to":"18:00"} */
                time_window: {
                    days: number[];
                    from: string;
                    to: string;
                } | null;
                /** @description Other tenants that agents may reach: [{"tenant_id":"<uuid>","tools":["crm.search"]}] */
                cross_tenant_rules: {
                    /**
                     * Format: uuid
                     * @description UUID
                     */
                    tenant_id: string;
                    tools: string[];
                }[];
                /** @enum {string} */
                on_violation: "escalate" | "kill";
                is_active: boolean;
                /**
                 * Format: uuid
                 * @description UUID
                 */
                id: string;
                /**
                 * Format: date-time
                 * @description UTC, always with milliseconds
                 * @example 2026-01-31T09:30:00.000Z
                 */
                created_at: string;
                /**
                 * Format: date-time
                 * @description UTC, always with milliseconds
                 * @example 2026-01-31T09:30:00.000Z
                 */
                updated_at: string;
            }[];
            next_cursor: string | null;
        };
        AutonomyCreateContractBody: {
            name: string;
            /**
             * @description Names or ids of agents, in capitals or not; `*` is any run of characters, `?` one
             * @example billing-*
             */
            agent_scope: string;
            /**
             * @description Hops of delegation; 0 is the immediate caller alone
             * @default null
             */
            delegation_max_depth?: number | null;
            /**
             * @description Dollars within the trailing window
             * @default null
             */
            cost_cap_usd?: (string | number) | null;
            /**
             * @description The window of `cost_cap_usd`; given together
             * @default null
             */
            cost_cap_window_seconds?: number | null;
            /**
             * @description When agents may act, in UTC; day 1 is Monday; `to` before `from` spans midnight: {"days":[1,2,3,4,5],"from":"08:00","to":"18:00"}
             * @default null
             */
            time_window?: {
                days: number[];
                from: string;
                to: string;
            } | null;
            /**
             * @description Other tenants that agents may reach: [{"tenant_id":"<uuid>","tools":["crm.search"]}]
             * @default []
             */
            cross_tenant_rules?: {
                /**
                 * Format: uuid
                 * @description UUID
                 */
                tenant_id: string;
                tools: string[];
            }[];
            /**
             * @default kill
             * @enum {string}
             */
            on_violation?: "escalate" | "kill";
            /** @default true */
            is_active?: boolean;
        };
        AutonomyCreateContractData: {
            name: string;
            /**
             * @description Names or ids of agents, in capitals or not; `*` is any run of characters, `?` one
             * @example billing-*
             */
            agent_scope: string;
            /** @description Hops of delegation; 0 is the immediate caller alone */
            delegation_max_depth: number | null;
            cost_cap_usd: string | null;
            /** @description The window of `cost_cap_usd`; given together */
            cost_cap_window_seconds: number | null;
            /** @description When agents may act, in UTC; day 1 is Monday; `to` before `from` spans midnight: {"days":[1,2,3,4,5],"from":"08:00","to":"18:00"} */
            time_window: {
                days: number[];
                from: string;
                to: string;
            } | null;
            /** @description Other tenants that agents may reach: [{"tenant_id":"<uuid>","tools":["crm.search"]}] */
            cross_tenant_rules: {
                /**
                 * Format: uuid
                 * @description UUID
                 */
                tenant_id: string;
                tools: string[];
            }[];
            /** @enum {string} */
            on_violation: "escalate" | "kill";
            is_active: boolean;
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            /**
             * Format: date-time
             * @description UTC, always with milliseconds
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description UTC, always with milliseconds
             * @example 2026-01-31T09:30:00.000Z
             */
            updated_at: string;
        };
        AutonomyUpdateContractBody: {
            name?: string;
            /**
             * @description Names or ids of agents, in capitals or not; `*` is any run of characters, `?` one
             * @example billing-*
             */
            agent_scope?: string;
            /** @description Hops of delegation; 0 is the immediate caller alone */
            delegation_max_depth?: number | null;
            /** @description Dollars within the trailing window */
            cost_cap_usd?: (string | number) | null;
            /** @description The window of `cost_cap_usd`; given together */
            cost_cap_window_seconds?: number | null;
            /** @description When agents may act, in UTC; day 1 is Monday; `to` before `from` spans midnight: {"days":[1,2,3,4,5],"from":"08:00","to":"18:00"} */
            time_window?: {
                days: number[];
                from: string;
                to: string;
            } | null;
            /** @description Other tenants that agents may reach: [{"tenant_id":"<uuid>","tools":["crm.search"]}] */
            cross_tenant_rules?: {
                /**
                 * Format: uuid
                 * @description UUID
                 */
                tenant_id: string;
                tools: string[];
            }[];
            /** @enum {string} */
            on_violation?: "escalate" | "kill";
            is_active?: boolean;
        };
        AutonomyUpdateContractData: {
            name: string;
            /**
             * @description Names or ids of agents, in capitals or not; `*` is any run of characters, `?` one
             * @example billing-*
             */
            agent_scope: string;
            /** @description Hops of delegation; 0 is the immediate caller alone */
            delegation_max_depth: number | null;
            cost_cap_usd: string | null;
            /** @description The window of `cost_cap_usd`; given together */
            cost_cap_window_seconds: number | null;
            /** @description When agents may act, in UTC; day 1 is Monday; `to` before `from` spans midnight: {"days":[1,2,3,4,5],"from":"08:00","to":"18:00"} */
            time_window: {
                days: number[];
                from: string;
                to: string;
            } | null;
            /** @description Other tenants that agents may reach: [{"tenant_id":"<uuid>","tools":["crm.search"]}] */
            cross_tenant_rules: {
                /**
                 * Format: uuid
                 * @description UUID
                 */
                tenant_id: string;
                tools: string[];
            }[];
            /** @enum {string} */
            on_violation: "escalate" | "kill";
            is_active: boolean;
            /**
             * Format: uuid
             * @description UUID
             */
            id: string;
            /**
             * Format: date-time
             * @description UTC, always with milliseconds
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description UTC, always with milliseconds
             * @example 2026-01-31T09:30:00.000Z
             */
            updated_at: string;
        };
        AutonomyViolationsQuery: {
            /** @default 50 */
            limit?: number;
            cursor?: string;
            /** @default 1440 */
            minutes?: number;
        };
        AutonomyViolationsData: {
            items: {
                contract: string;
                /**
                 * Format: uuid
                 * @description UUID
                 */
                agent: string;
                reason: string;
                /**
                 * Format: date-time
                 * @description UTC, always with milliseconds
                 * @example 2026-01-31T09:30:00.000Z
                 */
                detected_at: string;
                /**
                 * Format: uuid
                 * @description UUID
                 */
                audit_id: string;
            }[];
            next_cursor: string | null;
        };
        AutonomyOverridesQuery: {
            /** @default 50 */
            limit?: number;
            cursor?: string;
            /** @default 10080 */
            minutes?: number;
        };
        AutonomyOverridesData: {
            items: {
                /**
                 * Format: uuid
                 * @description UUID
                 */
                audit_id: string;
                overridden_by: string;
                reason: string;
                /**
                 * Format: date-time
                 * @description UTC, always with milliseconds
                 * @example 2026-01-31T09:30:00.000Z
                 */
                created_at: string;
            }[];
            next_cursor: string | null;
        };
        AutoResponseListPendingQuery: {
            /** @default 50 */
            limit?: number;
            cursor?: string;
            /**
             * @default pending
             * @enum {string}
             */
            status?: "pending" | "approved" | "rejected" | "used" | "expired";
        };
        AutoResponseListPendingData: {
            items: {
                key: string;
                /** @enum {string} */
                status: "pending" | "approved" | "rejected" | "used" | "expired";
                /**
                 * Format: uuid
                 * @description UUID
                 */
                agent_id: string;
                tool_name: string;
                target_tenant_id: string | null;
                payload_hash: string;
                policy_revision: string;
                reason: string;
                /**
                 * Format: uuid
                 * @description UUID
                 */
                audit_id: string;
                /**
                 * Format: date-time
                 * @description UTC, always with milliseconds
                 * @example 2026-01-31T09:30:00.000Z
                 */
                created_at: string;
                /**
                 * Format: date-time
                 * @description UTC, always with milliseconds
                 * @example 2026-01-31T09:30:00.000Z
                 */
                expires_at: string;
                decided_by: string | null;
                decided_at: string | null;
                decision_reason: string | null;
                declared_cost_usd: string | null;
                arguments: {
                    [key: string]: unknown;
                } | null;
            }[];
            next_cursor: string | null;
        };
        /** @default {} */
        AutoResponseApprovePendingBody: {
            reason?: string;
        };
        AutoResponseApprovePendingData: {
            key: string;
            /** @enum {string} */
            status: "pending" | "approved" | "rejected" | "used" | "expired";
            /**
             * Format: uuid
             * @description UUID
             */
            agent_id: string;
            tool_name: string;
            target_tenant_id: string | null;
            payload_hash: string;
            policy_revision: string;
            reason: string;
            /**
             * Format: uuid
             * @description UUID
             */
            audit_id: string;
            /**
             * Format: date-time
             * @description UTC, always with milliseconds
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description UTC, always with milliseconds
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at: string;
            decided_by: string | null;
            decided_at: string | null;
            decision_reason: string | null;
            declared_cost_usd: string | null;
            arguments: {
                [key: string]: unknown;
            } | null;
        };
        /** @default {} */
        AutoResponseRejectPendingBody: {
            reason?: string;
        };
        AutoResponseRejectPendingData: {
            key: string;
            /** @enum {string} */
            status: "pending" | "approved" | "rejected" | "used" | "expired";
            /**
             * Format: uuid
             * @description UUID
             */
            agent_id: string;
            tool_name: string;
            target_tenant_id: string | null;
            payload_hash: string;
            policy_revision: string;
            reason: string;
            /**
             * Format: uuid
             * @description UUID
             */
            audit_id: string;
            /**
             * Format: date-time
             * @description UTC, always with milliseconds
             * @example 2026-01-31T09:30:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description UTC, always with milliseconds
             * @example 2026-01-31T09:30:00.000Z
             */
            expires_at: string;
            decided_by: string | null;
            decided_at: string | null;
            decision_reason: string | null;
            declared_cost_usd: string | null;
            arguments: {
                [key: string]: unknown;
            } | null;
        };
        AuditListQuery: {
            /** @default 50 */
            limit?: number;
            cursor?: string;
            /** @enum {string} */
            action?: "execute" | "outcome_settled" | "user_login" | "user_created" | "user_role_changed" | "credentials_created" | "tenant_saved" | "token_revoked" | "api_key_created" | "api_key_revoked" | "agent_created" | "agent_updated" | "agent_deleted" | "permission_granted" | "permission_revoked" | "tool_registered" | "tool_updated" | "tool_deleted" | "tool_definition_pinned" | "tool_definition_held" | "tenant_settings_changed" | "kill_switch_engaged" | "kill_switch_disengaged" | "policy_uploaded" | "signal_weights_changed" | "contract_created" | "contract_updated" | "contract_disabled" | "approval_approved" | "approval_rejected" | "rates_changed" | "agent_cost_warning" | "agent_cost_blocked" | "key_rotated" | "chain_restored" | "role_gate_refused";
            /**
             * Format: uuid
             * @description UUID
             */
            agent_id?: string;
            /** @enum {string} */
            decision?: "allow" | "deny" | "escalate";
            tool_name?: string;
            /** @enum {string} */
            outcome?: "allowed" | "denied" | "failed" | "aborted" | "not_started" | "unknown";
        };
        AuditListData: {
            items: {
                /**
                 * Format: uuid
                 * @description UUID
                 */
                id: string;
                /**
                 * Format: uuid
                 * @description UUID
                 */
                tenant_id: string;
                seq: string;
                agent_id: string | null;
                request_id: string;
                action: string;
                /** @enum {string} */
                decision: "allow" | "deny" | "escalate";
                outcome: string;
                tool_name: string | null;
                findings: ("prompt_injection_detected" | "destructive_sql" | "destructive_shell" | "path_traversal" | "private_address" | "secret_in_arguments" | "encoded_payload" | "invisible_text" | "deep_json" | "huge_json" | "tenant_phrase" | "scan_truncated" | "scan_incomplete" | "tool_not_granted" | "tool_denied" | "tool_description_changed" | "injected_result" | "no_permit_matched" | "policy_error" | "policy_escalation" | "cross_tenant_access" | "outside_time_window" | "delegation_too_deep" | "contract_cost_cap_exceeded" | "behavior_anomaly" | "behavior_degraded" | "token_reuse_across_edges" | "unknown_model_rate" | "usage_unreadable" | "cost_above_reservation")[];
                metadata_json: {
                    [key: string]: unknown;
                };
                /** @description The stored canonical text, byte for byte; hash it to check content_hash */
                content: string;
                /** @description SHA-256 in lowercase hex */
                content_hash: string;
                /** @description SHA-256 in lowercase hex */
                event_hash: string;
                prev_hash: string | null;
                signature: string;
                key_fingerprint: string;
                /**
                 * Format: date-time
                 * @description UTC, always with milliseconds
                 * @example 2026-01-31T09:30:00.000Z
                 */
                created_at: string;
            }[];
            next_cursor: string | null;
        };
        AuditSearchBody: {
            /** @enum {string} */
            action?: "execute" | "outcome_settled" | "user_login" | "user_created" | "user_role_changed" | "credentials_created" | "tenant_saved" | "token_revoked" | "api_key_created" | "api_key_revoked" | "agent_created" | "agent_updated" | "agent_deleted" | "permission_granted" | "permission_revoked" | "tool_registered" | "tool_updated" | "tool_deleted" | "tool_definition_pinned" | "tool_definition_held" | "tenant_settings_changed" | "kill_switch_engaged" | "kill_switch_disengaged" | "policy_uploaded" | "signal_weights_changed" | "contract_created" | "contract_updated" | "contract_disabled" | "approval_approved" | "approval_rejected" | "rates_changed" | "agent_cost_warning" | "agent_cost_blocked" | "key_rotated" | "chain_restored" | "role_gate_refused";
            /**
             * Format: uuid
             * @description UUID
             */
            agent_id?: string;
            /** @enum {string} */
            decision?: "allow" | "deny" | "escalate";
            tool_name?: string;
            /** @enum {string} */
            outcome?: "allowed" | "denied" | "failed" | "aborted" | "not_started" | "unknown";
            request_id?: string;
            /** @description only the row of this number */
            seq?: number;
            /** @description rows with all of these */
            findings?: ("prompt_injection_detected" | "destructive_sql" | "destructive_shell" | "path_traversal" | "private_address" | "secret_in_arguments" | "encoded_payload" | "invisible_text" | "deep_json" | "huge_json" | "tenant_phrase" | "scan_truncated" | "scan_incomplete" | "tool_not_granted" | "tool_denied" | "tool_description_changed" | "injected_result" | "no_permit_matched" | "policy_error" | "policy_escalation" | "cross_tenant_access" | "outside_time_window" | "delegation_too_deep" | "contract_cost_cap_exceeded" | "behavior_anomaly" | "behavior_degraded" | "token_reuse_across_edges" | "unknown_model_rate" | "usage_unreadable" | "cost_above_reservation")[];
            /**
             * Format: date-time
             * @description Instant of RFC 3339, compared by milliseconds
             * @example 2026-01-31T09:30:00Z
             */
            since?: string;
            /**
             * Format: date-time
             * @description Instant of RFC 3339, compared by milliseconds
             * @example 2026-01-31T09:30:00Z
             */
            until?: string;
            /** @default 50 */
            limit?: number;
            cursor?: string;
        };
        AuditSearchData: {
            items: {
                /**
                 * Format: uuid
                 * @description UUID
                 */
                id: string;
                /**
                 * Format: uuid
                 * @description UUID
                 */
                tenant_id: string;
                seq: string;
                agent_id: string | null;
                request_id: string;
                action: string;
                /** @enum {string} */
                decision: "allow" | "deny" | "escalate";
                outcome: string;
                tool_name: string | null;
                findings: ("prompt_injection_detected" | "destructive_sql" | "destructive_shell" | "path_traversal" | "private_address" | "secret_in_arguments" | "encoded_payload" | "invisible_text" | "deep_json" | "huge_json" | "tenant_phrase" | "scan_truncated" | "scan_incomplete" | "tool_not_granted" | "tool_denied" | "tool_description_changed" | "injected_result" | "no_permit_matched" | "policy_error" | "policy_escalation" | "cross_tenant_access" | "outside_time_window" | "delegation_too_deep" | "contract_cost_cap_exceeded" | "behavior_anomaly" | "behavior_degraded" | "token_reuse_across_edges" | "unknown_model_rate" | "usage_unreadable" | "cost_above_reservation")[];
                metadata_json: {
                    [key: string]: unknown;
                };
                /** @description The stored canonical text, byte for byte; hash it to check content_hash */
                content: string;
                /** @description SHA-256 in lowercase hex */
                content_hash: string;
                /** @description SHA-256 in lowercase hex */
                event_hash: string;
                prev_hash: string | null;
                signature: string;
                key_fingerprint: string;
                /**
                 * Format: date-time
                 * @description UTC, always with milliseconds
                 * @example 2026-01-31T09:30:00.000Z
                 */
                created_at: string;
            }[];
            next_cursor: string | null;
        };
        AuditVerifyQuery: {
            from_seq?: number;
            to_seq?: number;
        };
        AuditVerifyData: {
            valid: boolean;
            violations: {
                kind: string;
                seq: string | null;
                audit_id: string | null;
                message: string;
            }[];
            rows: number;
            from_seq: string | null;
            to_seq: string | null;
            head_hash: string | null;
            anchored: boolean;
        };
        AuditExplainData: {
            /**
             * Format: uuid
             * @description UUID
             */
            audit_id: string;
            seq: string;
            /**
             * Format: date-time
             * @description UTC, always with milliseconds
             * @example 2026-01-31T09:30:00.000Z
             */
            at: string;
            action: string;
            tool_name: string | null;
            agent_id: string | null;
            /** @enum {string} */
            decision: "allow" | "deny" | "escalate";
            outcome: string;
            /** @description the refusal that the caller got */
            code: string | null;
            rule_id: string | null;
            score: number;
            signals_evaluated: {
                inference: {
                    score: number;
                    threshold: number;
                    triggered: boolean;
                };
                policy: {
                    score: number;
                    threshold: number;
                    triggered: boolean;
                };
                behavior: {
                    score: number;
                    threshold: number;
                    triggered: boolean;
                };
            } | null;
            /** @description findings of the scan, by place */
            findings: {
                /** @enum {string} */
                code: "prompt_injection_detected" | "destructive_sql" | "destructive_shell" | "path_traversal" | "private_address" | "secret_in_arguments" | "encoded_payload" | "invisible_text" | "deep_json" | "huge_json" | "tenant_phrase" | "scan_truncated" | "scan_incomplete" | "tool_not_granted" | "tool_denied" | "tool_description_changed" | "injected_result" | "no_permit_matched" | "policy_error" | "policy_escalation" | "cross_tenant_access" | "outside_time_window" | "delegation_too_deep" | "contract_cost_cap_exceeded" | "behavior_anomaly" | "behavior_degraded" | "token_reuse_across_edges" | "unknown_model_rate" | "usage_unreadable" | "cost_above_reservation";
                /** @enum {string} */
                severity: "low" | "medium" | "high" | "critical";
                score: number;
                path: string;
                start: number;
                end: number;
                view: string;
                rule_id: string;
                /** @enum {string} */
                where: "arguments" | "result";
                family: string;
                /** @description what the rule looks for, in a line */
                title: string;
                /** @description page and anchor in the documentation */
                docs: string;
                /** @description a text that the rule takes part in */
                fires: string;
                /** @description a text that the rule leaves alone */
                passes: string;
            }[];
            /** @description codes of the row that have no place in the payload */
            other_findings: ("prompt_injection_detected" | "destructive_sql" | "destructive_shell" | "path_traversal" | "private_address" | "secret_in_arguments" | "encoded_payload" | "invisible_text" | "deep_json" | "huge_json" | "tenant_phrase" | "scan_truncated" | "scan_incomplete" | "tool_not_granted" | "tool_denied" | "tool_description_changed" | "injected_result" | "no_permit_matched" | "policy_error" | "policy_escalation" | "cross_tenant_access" | "outside_time_window" | "delegation_too_deep" | "contract_cost_cap_exceeded" | "behavior_anomaly" | "behavior_degraded" | "token_reuse_across_edges" | "unknown_model_rate" | "usage_unreadable" | "cost_above_reservation")[];
        };
        AuditReceiptData: {
            signature_valid: boolean;
            receipt: {
                /** @constant */
                v: 1;
                /**
                 * Format: uuid
                 * @description UUID
                 */
                audit_id: string;
                /**
                 * Format: uuid
                 * @description UUID
                 */
                tenant_id: string;
                /** @description The edge that the call came in at; null for what the control plane wrote by itself */
                edge_instance: string | null;
                /** @description The row, as the canonical JSON that was hashed */
                content: string;
                prev_hash: string | null;
                /** @description SHA-256 in lowercase hex */
                content_hash: string;
                /** @description SHA-256 in lowercase hex */
                event_hash: string;
                envelope: {
                    payloadType: string;
                    payload: string;
                    signatures: {
                        keyid: string;
                        sig: string;
                    }[];
                };
                statements: {
                    /** @description Members of `content` that are the edge's word; the others are the control plane's */
                    edge: string[];
                };
            } & {
                [key: string]: unknown;
            };
        };
        AuditBillingGapsData: {
            audit_without_usage: {
                /**
                 * Format: uuid
                 * @description UUID
                 */
                audit_id: string;
                seq: string;
                /**
                 * Format: date-time
                 * @description UTC, always with milliseconds
                 * @example 2026-01-31T09:30:00.000Z
                 */
                created_at: string;
            }[];
            usage_without_audit: {
                /**
                 * Format: uuid
                 * @description UUID
                 */
                audit_id: string;
                amount_usd: string;
                /**
                 * Format: date-time
                 * @description UTC, always with milliseconds
                 * @example 2026-01-31T09:30:00.000Z
                 */
                created_at: string;
            }[];
            checked_rows: number;
        };
        ReceiptsKeyData: {
            fingerprint: string;
            jwk: {
                /** @constant */
                kty: "OKP";
                /** @constant */
                crv: "Ed25519";
                x: string;
                kid: string;
            };
        };
        ReceiptsGetData: {
            signature_valid: boolean;
            receipt: {
                /** @constant */
                v: 1;
                /**
                 * Format: uuid
                 * @description UUID
                 */
                audit_id: string;
                /**
                 * Format: uuid
                 * @description UUID
                 */
                tenant_id: string;
                /** @description The edge that the call came in at; null for what the control plane wrote by itself */
                edge_instance: string | null;
                /** @description The row, as the canonical JSON that was hashed */
                content: string;
                prev_hash: string | null;
                /** @description SHA-256 in lowercase hex */
                content_hash: string;
                /** @description SHA-256 in lowercase hex */
                event_hash: string;
                envelope: {
                    payloadType: string;
                    payload: string;
                    signatures: {
                        keyid: string;
                        sig: string;
                    }[];
                };
                statements: {
                    /** @description Members of `content` that are the edge's word; the others are the control plane's */
                    edge: string[];
                };
            } & {
                [key: string]: unknown;
            };
        };
        ReceiptsVerifyBody: {
            receipt: {
                [key: string]: unknown;
            };
        };
        ReceiptsVerifyData: {
            valid: boolean;
            checked: string;
            violations: {
                code: string;
                message: string;
            }[];
        };
        TransparencyKeysData: {
            primary_fingerprint: string;
            historical_keys: {
                fingerprint: string;
                jwk: {
                    /** @constant */
                    kty: "OKP";
                    /** @constant */
                    crv: "Ed25519";
                    x: string;
                    kid: string;
                };
                /**
                 * Format: date-time
                 * @description UTC, always with milliseconds
                 * @example 2026-01-31T09:30:00.000Z
                 */
                retired_at: string;
            }[];
            /** @description JWKS of all of them */
            keys: {
                /** @constant */
                kty: "OKP";
                /** @constant */
                crv: "Ed25519";
                x: string;
                kid: string;
            }[];
        };
        BillingSummaryQuery: {
            /** @default 30 */
            days?: number;
        };
        BillingSummaryData: {
            /**
             * Format: date
             * @description UTC day, yyyy-mm-dd
             */
            from: string;
            /**
             * Format: date
             * @description UTC day, yyyy-mm-dd
             */
            to: string;
            /**
             * @description US dollars as a decimal string
             * @example 0.0125
             */
            total_usd: string;
            /**
             * @description US dollars as a decimal string
             * @example 0.0125
             */
            pending_usd: string;
            calls: number;
            by_agent: {
                agent_id: string;
                /**
                 * @description US dollars as a decimal string
                 * @example 0.0125
                 */
                amount_usd: string;
                calls: number;
            }[];
            by_tool: {
                tool_name: string;
                /**
                 * @description US dollars as a decimal string
                 * @example 0.0125
                 */
                amount_usd: string;
                calls: number;
            }[];
            daily: {
                /**
                 * Format: date
                 * @description UTC day, yyyy-mm-dd
                 */
                day: string;
                /**
                 * @description US dollars as a decimal string
                 * @example 0.0125
                 */
                amount_usd: string;
                calls: number;
            }[];
            today: {
                /**
                 * @description US dollars as a decimal string
                 * @example 0.0125
                 */
                spent_usd: string;
                /**
                 * @description US dollars as a decimal string
                 * @example 0.0125
                 */
                reserved_usd: string;
                cap_usd: string | null;
                percent_of_cap: number | null;
            };
        };
        BillingGetRatesData: {
            revision: string;
            default: {
                /**
                 * @description US dollars as a decimal string
                 * @example 0.0125
                 */
                prompt_usd_per_million: string;
                /**
                 * @description US dollars as a decimal string
                 * @example 0.0125
                 */
                completion_usd_per_million: string;
                /**
                 * @description US dollars as a decimal string
                 * @example 0.0125
                 */
                call_usd?: string;
            };
            rates: {
                [key: string]: {
                    /**
                     * @description US dollars as a decimal string
                     * @example 0.0125
                     */
                    prompt_usd_per_million: string;
                    /**
                     * @description US dollars as a decimal string
                     * @example 0.0125
                     */
                    completion_usd_per_million: string;
                    /**
                     * @description US dollars as a decimal string
                     * @example 0.0125
                     */
                    call_usd?: string;
                };
            };
            updated_at: string | null;
        };
        BillingSetRatesBody: {
            default: {
                /**
                 * @description US dollars, at most 9 decimal places
                 * @example 1.25
                 */
                prompt_usd_per_million: string | number;
                /**
                 * @description US dollars, at most 9 decimal places
                 * @example 1.25
                 */
                completion_usd_per_million: string | number;
                /**
                 * @description US dollars, at most 9 decimal places
                 * @example 1.25
                 */
                call_usd?: string | number;
            };
            rates: {
                [key: string]: {
                    /**
                     * @description US dollars, at most 9 decimal places
                     * @example 1.25
                     */
                    prompt_usd_per_million: string | number;
                    /**
                     * @description US dollars, at most 9 decimal places
                     * @example 1.25
                     */
                    completion_usd_per_million: string | number;
                    /**
                     * @description US dollars, at most 9 decimal places
                     * @example 1.25
                     */
                    call_usd?: string | number;
                };
            };
        };
        BillingSetRatesData: {
            revision: string;
            default: {
                /**
                 * @description US dollars as a decimal string
                 * @example 0.0125
                 */
                prompt_usd_per_million: string;
                /**
                 * @description US dollars as a decimal string
                 * @example 0.0125
                 */
                completion_usd_per_million: string;
                /**
                 * @description US dollars as a decimal string
                 * @example 0.0125
                 */
                call_usd?: string;
            };
            rates: {
                [key: string]: {
                    /**
                     * @description US dollars as a decimal string
                     * @example 0.0125
                     */
                    prompt_usd_per_million: string;
                    /**
                     * @description US dollars as a decimal string
                     * @example 0.0125
                     */
                    completion_usd_per_million: string;
                    /**
                     * @description US dollars as a decimal string
                     * @example 0.0125
                     */
                    call_usd?: string;
                };
            };
            updated_at: string | null;
        };
        EventsStreamQuery: {
            /**
             * Format: uuid
             * @description UUID
             */
            agent_id?: string;
        };
        ServiceHealthData: {
            /** @constant */
            status: "ok";
            version: string;
        };
        ServiceSystemHealthData: {
            /** @enum {string} */
            status: "healthy" | "unhealthy";
            services: {
                name: string;
                healthy: boolean;
                detail?: string;
            }[];
        };
        ServiceStatusData: {
            /** @enum {string} */
            status: "operational" | "degraded" | "down";
            version: string;
            uptime_seconds: number;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
