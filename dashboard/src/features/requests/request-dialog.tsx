import { type ReactNode, useEffect, useRef } from "react";
import type { ApiRequest } from "../../api-types.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog, DialogBody } from "../../ui/dialog.tsx";
import { MomentText, Time } from "../../ui/time.tsx";
import { StatusCode } from "./request-columns.tsx";

type RequestDialogProps = {
  request: ApiRequest;
  keyName: string;
  onClose: () => void;
};

/** The stored data of one request. */
export function RequestDialog({ request, keyName, onClose }: RequestDialogProps) {
  const { method, path, status, ms, request_id, error, network, created_at } = request;
  const body = useRef<HTMLDivElement>(null);
  // Without this the copy button has the focus, and its tooltip takes the first Escape.
  useEffect(() => body.current?.focus(), []);
  return (
    <Dialog title={`${method} request`} shape="side" onClose={onClose}>
      <DialogBody ref={body} tabIndex={-1} className="outline-none">
        <dl className="grid gap-5">
          <Fact name="Path">
            <bdi className="font-mono text-[13px] break-all">{path}</bdi>
          </Fact>
          <Fact name="Response">
            <StatusCode status={status} />{" "}
            <span className="text-ink-soft">in {ms.toLocaleString("en")} ms</span>
          </Fact>
          {error === null ? null : (
            <Fact name="Error">
              <span className="block font-mono text-[13px] text-bad">{error.code}</span>
              <bdi className="mt-1 block break-words">{error.message}</bdi>
            </Fact>
          )}
          <Fact name="Request ID">
            <span className="flex items-center gap-1">
              <span className="min-w-0 font-mono text-[13px] break-all">{request_id}</span>
              <CopyButton text={request_id} label="Copy request ID" className="-my-1.5 size-7" />
            </span>
          </Fact>
          <Fact name="API key">
            <bdi className="break-words">{keyName}</bdi>
          </Fact>
          <Fact name="From">
            <span className="font-mono text-[13px]">{network}</span>
          </Fact>
          <Fact name="Time">
            <MomentText value={created_at} />{" "}
            <span className="text-ink-soft">
              (<Time value={created_at} />)
            </span>
          </Fact>
        </dl>
        <p className="mt-6 text-[13px] text-ink-faint">Bodies are never stored.</p>
      </DialogBody>
    </Dialog>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs font-medium text-ink-faint">{name}</dt>
      <dd className="mt-1">{children}</dd>
    </div>
  );
}
