import type { ParameterPropertySpec, ParameterSchemaSpec, ValueSchemaSpec } from './spec.ts'
