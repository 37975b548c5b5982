import { equal } from "../../tests/support/assert.ts";
import { isPublicIp, toPushHostKind } from "./push_hosts.ts";

const OWN = ["push.home.arpa", "*.push.example", "[::1]"];

Deno.test("toPushHostKind() accepts the browsers' push services by https on port 443, and the operator's own hosts", () => {
  const kindOf = (address: string) => toPushHostKind(new URL(address), OWN);
  for (
    const address of [
      "https://fcm.googleapis.com/fcm/send/x",
      "https://jmt17.google.com/fcm/send/x",
      "https://updates.push.services.mozilla.com/wpush/v2/x",
      "https://web.push.apple.com/x",
      "https://WNS2-par02p.notify.windows.com:443/w/?token=x",
    ]
  ) equal(kindOf(address), "public", address);
  for (
    const address of [
      "http://push.home.arpa:8080/x",
      "https://a.b.push.example/x",
      "http://[::1]:9/x",
    ]
  ) equal(kindOf(address), "own", address);
  for (
    const address of [
      "http://fcm.googleapis.com/x",
      "https://fcm.googleapis.com:8443/x",
      "https://fcm.googleapis.com./x",
      "https://fcm.googleapis.com.push.test/x",
      "https://afcm.googleapis.com/x",
      "https://a@fcm.googleapis.com/x",
      "https://push.apple.com/x",
      "https://evilpush.apple.com/x",
      "https://push.example/x",
      "http://a:b@push.home.arpa/x",
      "https://93.184.216.34/x",
      "https://127.0.0.1/x",
    ]
  ) equal(kindOf(address), null, address);
});

Deno.test("isPublicIp() accepts public internet addresses only", () => {
  for (const ip of ["93.184.216.34", "2606:2800:220:1::1"]) equal(isPublicIp(ip), true, ip);
  for (
    const ip of [
      "127.0.0.1",
      "192.168.1.1",
      "169.254.169.254",
      "100.64.0.1",
      "0.0.0.0",
      "224.0.0.1",
      "::",
      "::1",
      "fe80::1",
      "fe80::1%eth0",
      "fd00::1",
      "::ffff:10.0.0.1",
      "64:ff9b::a00:1",
      "2002:a00:1::",
    ]
  ) equal(isPublicIp(ip), false, ip);
});
