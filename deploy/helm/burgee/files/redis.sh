#!/bin/sh
# Generated from the permissions in libs/contracts. To generate it again: node tools/dist/deploy/write-engine-files.js
exec redis-server - <<END
port 6379
bind * -::*
save ""
appendonly no
maxmemory 256mb
maxmemory-policy allkeys-lru
user default off -@all
user auth on >${REDIS_PASSWORD_AUTH:?} resetchannels -@all ~burgee:limit:* +get +set +del +incrby +pttl +pexpire +eval +evalsha +ping +info +hello +auth +client|setname +client|id
user flags-admin on >${REDIS_PASSWORD_FLAGS_ADMIN:?} resetchannels -@all ~burgee:flag-set:* ~burgee:latest:* +get +set +del +hmget +hset +pexpire +eval +evalsha +ping +info +hello +auth +client|setname +client|id
user sdk-gateway on >${REDIS_PASSWORD_SDK_GATEWAY:?} resetchannels -@all ~burgee:flag-set:* ~burgee:latest:* ~burgee:lease:* ~burgee:key:* ~burgee:ticket:* +get +set +del +hmget +hset +pexpire +eval +evalsha +ping +info +hello +auth +client|setname +client|id
END
