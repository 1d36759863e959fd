import { queryOptions } from "@tanstack/react-query";
import type {
  AddAuthenticatorResponse,
  ConfirmAuthenticatorResponse,
  GetSecondFactorResponse,
} from "../../../api.gen.ts";
import { api } from "../../../api.ts";

export const secondFactorQuery = queryOptions({
  queryKey: ["second-factor"],
  queryFn: ({ signal }) => api.get<GetSecondFactorResponse>("/api/second-factor", signal),
});

export function addAuthenticator(password: string): Promise<AddAuthenticatorResponse> {
  return api.post("/api/second-factor", { current_password: password });
}

export function confirmAuthenticator(code: string): Promise<ConfirmAuthenticatorResponse> {
  return api.post("/api/second-factor/confirm", { code });
}

export function renewRecoveryCodes(password: string): Promise<ConfirmAuthenticatorResponse> {
  return api.post("/api/second-factor/recovery-codes", { current_password: password });
}

export function removeSecondFactor(password: string): Promise<void> {
  return api.post("/api/second-factor/remove", { current_password: password });
}
